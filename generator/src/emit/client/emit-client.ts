import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { dependencyRanges, runtimePackage } from "../../runtime-symbols.ts";
import { apiList, clientReadme } from "./client-readme.ts";
import { groupFile } from "./group-file.ts";
import { coreFile } from "./core-file.ts";
import { errorsFile, httpFile, indexFile } from "./index-file.ts";
import { openTypesFile } from "./open-types-file.ts";
import { sharedFile } from "./shared-file.ts";

/** The client: a function per operation, an interface per tag that has them as methods, and all in one. */
export function emitClient(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { scope } = options;
  const groups = model.groups.map(({ fileName }) => [`./${fileName}`, fileName]);
  return [
    ...packageFiles(model, {
      folder: "client",
      scope,
      description: `Typed client of ${model.title}`,
      entries: { "./core": "core", "./http": "http", ...Object.fromEntries(groups) },
      documents: ["api.md"],
      dependencies: {
        [`${scope}/contract`]: packageVersion(model),
        [runtimePackage]: dependencyRanges.runtime,
        "openapi-fetch": dependencyRanges["openapi-fetch"],
      },
    }),
    clientReadme(model, options),
    apiList(model),
    indexFile(model, options),
    httpFile(options),
    coreFile(model, options),
    ...errorsFile(model, options),
    ...sharedFile(model, options),
    ...openTypesFile(model, options),
    ...model.groups.map((group) => groupFile(model, group, options)),
  ];
}
