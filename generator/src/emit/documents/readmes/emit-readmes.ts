import type { EmitModel } from "../../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../../emitted-file.ts";
import type { PartName } from "../../parts.ts";
import { clientReadme } from "./client-readme.ts";
import { contractReadme, notShownList, typesReadme } from "./contract-readme.ts";
import { mocksReadme } from "./mocks-readme.ts";
import { serverReadme } from "./server-readme.ts";

/** Emits the READMEs of the packages. */
export function emitReadmes(
  model: EmitModel,
  options: EmitOptions,
  parts: ReadonlySet<PartName>,
): EmittedFile[] {
  if (parts.has("types")) return [typesReadme(model, options)];
  return [
    contractReadme(model, options),
    notShownList(model),
    ...(parts.has("client") ? [clientReadme(model, options)] : []),
    ...(parts.has("server") ? [serverReadme(model, options)] : []),
    ...(parts.has("mocks") ? [mocksReadme(model, options)] : []),
  ];
}
