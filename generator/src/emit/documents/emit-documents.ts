import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { PlacedOptions } from "../module-parts.ts";
import { agentsFile } from "./agents-files.ts";
import { clientReadme } from "./readmes/client-readme.ts";
import { contractReadme, notShownList, typesReadme } from "./readmes/contract-readme.ts";
import { mocksReadme } from "./readmes/mocks-readme.ts";
import { serverReadme } from "./readmes/server-readme.ts";
import { emitReference } from "./reference/emit-reference.ts";

/**
 * Emits the documents of the packages: a README and an `AGENTS.md` for each, and the reference. A
 * folder has no READMEs.
 */
export function emitDocuments(
  model: EmitModel,
  options: PlacedOptions,
  packages: readonly string[],
): EmittedFile[] {
  const isFolder = options.layout === "folder";
  const hasCode = packages.some((one) => one !== "types");
  if (!hasCode) return isFolder || packages.length === 0 ? [] : [typesReadme(model, options)];
  const parts = options.contractIn === undefined ? ["contract", ...packages] : packages;
  return [
    ...(isFolder ? [] : readmes(model, options, packages)),
    ...(["contract", "client", "server", "mocks"] as const)
      .filter((part) => parts.includes(part))
      .map((part) => agentsFile(model, options, part, packages.includes("validators"))),
    ...emitReference(model, options, packages),
  ];
}

const readmes = (
  model: EmitModel,
  options: EmitOptions,
  packages: readonly string[],
): EmittedFile[] => [
  contractReadme(model, options),
  notShownList(model),
  ...(packages.includes("client") ? [clientReadme(model, options)] : []),
  ...(packages.includes("server") ? [serverReadme(model, options)] : []),
  ...(packages.includes("mocks") ? [mocksReadme(model, options)] : []),
];
