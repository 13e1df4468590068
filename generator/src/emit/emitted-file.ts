import type { SourceFileStructure } from "ts-morph";
import type { DataConst } from "./data.ts";
import type { ModuleImport } from "./module-scope.ts";
import type { EmitModel } from "./emit-model.ts";

/** The whole of a TypeScript file as data. */
export type ModuleStructure = Pick<SourceFileStructure, "statements">;

/** One file that an emitter wants, before it is text. Paths are relative to the output folder, with `/`. */
export type EmittedFile =
  | {
      readonly kind: "typescript";
      readonly path: string;
      readonly imports?: readonly ModuleImport[];
      readonly structure: ModuleStructure;
      /** Declarations that the emitter has laid out itself, behind the statements. */
      readonly declarations?: string;
      /** Constants of data, behind all. */
      readonly data?: readonly DataConst[];
    }
  /** Text that another printer has made; it is written as it is. */
  | { readonly kind: "printed"; readonly path: string; readonly text: string };

/** What the emitters know beside the model. */
export interface EmitOptions {
  /** The npm scope of the packages, `@acme`. */
  readonly scope: string;
}

/** One package: a pure function over the model. */
export type Emitter = (model: EmitModel, options: EmitOptions) => EmittedFile[];

/** A JSON file, two spaces, as npm and editors write it. */
export function jsonFile(path: string, value: unknown): EmittedFile {
  return { kind: "printed", path, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** A Markdown file from its lines. */
export function markdownFile(path: string, lines: readonly string[]): EmittedFile {
  return { kind: "printed", path, text: `${lines.join("\n").trimEnd()}\n` };
}
