import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { opsFile } from "../contract/ops-file.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { packageName } from "../package-names.ts";
import {
  dependencyRanges,
  runtimePackage,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { checkClientDefaults } from "./client-defaults.ts";
import { earlierGroupFiles } from "./earlier-group-files.ts";
import { groupFile } from "./group-file.ts";
import { coreFile } from "./core-file.ts";
import { httpFile } from "./http-file.ts";
import { errorsFile, indexFile } from "./index-file.ts";
import { oauthFile } from "./oauth-file.ts";
import { openTypesFile } from "./open-types-file.ts";
import { webhooksFile } from "./webhooks-file.ts";

/**
 * Emits the client: a function for each operation, an interface for each tag with these as methods, and a
 * client of all tags.
 */
export function emitClient(model: EmitModel, options: EmitOptions): EmittedFile[] {
  checkClientDefaults(options.client ?? {});
  return [
    ...packageFiles(model, {
      folder: "client",
      naming: options,
      description: `Typed client of ${model.title}`,
      entries: { "./*": "*" },
      documents: ["AGENTS.md"],
      dependencies: {
        [packageName(options, "contract")]: packageVersion(model),
        [runtimePackage]: dependencyRanges.runtime,
        "openapi-fetch": dependencyRanges["openapi-fetch"],
      },
    }),
    indexFile(model, options),
    httpFile(model, options),
    ...oauthFile(model, options),
    opsFile(model, options, "client", model.openTypes.redirect),
    coreFile(model, options),
    ...errorsFile(model, options),
    ...webhooksFile(model, options),
    ...openTypesFile(model, options),
    ...model.groups.map((group) => groupFile(model, group, options)),
    ...earlierGroupFiles(model.groups, options),
  ];
}
