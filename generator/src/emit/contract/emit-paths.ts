import type { EmitModel } from "../emit-model.ts";
import {
  codeFile,
  type EmitOptions,
  type EmittedFile,
  type PathsOptions,
} from "../emitted-file.ts";
import { packageFiles } from "../package-files.ts";
import { declarePaths } from "../schema-types/declare-paths.ts";

/**
 * Emits one module of types in the form of openapi-typescript, for openapi-fetch and code that reads
 * types by path. It has no dependencies.
 */
export function emitPaths(model: EmitModel, options: EmitOptions & PathsOptions): EmittedFile[] {
  const { asWritten } = model;
  if (asWritten === undefined)
    throw new Error("the document was loaded without the names of its authors");
  return [
    ...packageFiles(model, {
      folder: "paths",
      naming: options,
      description: `Types of ${model.title} by path`,
      dependencies: {},
    }),
    codeFile("paths/src/index.ts", declarePaths(asWritten, options.openapiTypescript)),
  ];
}
