import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { emitClientTypes } from "../contract/emit-contract.ts";
import { opsFile } from "../contract/ops-file.ts";
import { moduleOf, type PlacedOptions } from "../module-parts.ts";
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
import { hasHttpEntry } from "../parts.ts";
import { httpFile } from "./http-file.ts";
import { errorModule } from "./error-classes.ts";
import { errorParts } from "./errors-part.ts";
import { indexFile } from "./index-file.ts";
import { oauthFile } from "./oauth-file.ts";
import { openTypesFile } from "./open-types-file.ts";
import { webhooksFile } from "./webhooks-file.ts";

/**
 * Emits the client: a function for each operation, an interface for each tag with these as methods, and a
 * client of all tags.
 */
export function emitClient(model: EmitModel, options: PlacedOptions): EmittedFile[] {
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
      },
      ...(hasHttpEntry(options)
        ? { optionalPeers: { "openapi-fetch": dependencyRanges["openapi-fetch"] } }
        : {}),
    }),
    indexFile(model, options),
    ...oauthFile(model, options),
    ...coreFile(model, options),
    ...model.groups.flatMap((group) => groupFile(model, group, options)),
    ...earlierGroupFiles(model.groups, options),
    ...webhooksFile(model, options),
    ...(options.contractIn === undefined
      ? filesBesideContract(model, options)
      : emitClientTypes(model, options)),
  ];
}

/** Emits the files of a client beside a contract: what it has of the contract's types in its own form. */
function filesBesideContract(model: EmitModel, options: EmitOptions): EmittedFile[] {
  return [
    ...(hasHttpEntry(options) ? [httpFile(model, options)] : []),
    opsFile(model, options, "client", model.openTypes.redirect),
    ...moduleOf(errorModule, options, errorParts(model)),
    ...openTypesFile(model, options),
  ];
}
