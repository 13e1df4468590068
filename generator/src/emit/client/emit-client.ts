import type { ApiModel } from "../../model/api-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { keptFile } from "../kept-file.ts";
import { groupHash } from "../operation-hashes.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { dependencyRanges, runtimePackage } from "../../runtime-symbols.ts";
import { apiList, clientReadme } from "./client-readme.ts";
import { groupFile, groupModule } from "./group-file.ts";
import { coreFile } from "./core-file.ts";
import { errorsFile, httpFile, indexFile } from "./index-file.ts";
import { openTypesFile, ownOpenTypes } from "./open-types.ts";
import { groupFacts, sharedFile } from "./shared-file.ts";

/** The client: a function per operation, an interface per tag that has them as methods, and all in one. */
export function emitClient(model: ApiModel, options: EmitOptions): EmittedFile[] {
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
    ...model.groups.map((group) =>
      keptFile(
        options,
        groupModule(group),
        () => [
          groupHash(group),
          ownOpenTypes(model, group),
          model.commonErrors,
          groupFacts(model, group),
        ],
        () => groupFile(model, group, options),
      ),
    ),
  ];
}
