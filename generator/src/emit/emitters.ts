import { emitClient } from "./client/emit-client.ts";
import { emitContract } from "./contract/emit-contract.ts";
import { emitSerializers } from "./contract/serializer-files.ts";
import { emitTypes } from "./contract/emit-types.ts";
import { emitValidators } from "./contract/validator-files.ts";
import type { EmitModel } from "./emit-model.ts";
import type { EmitOptions, EmittedFile, Emitter } from "./emitted-file.ts";
import { emitMocks } from "./mocks/emit-mocks.ts";
import { chosenParts, type PartName } from "./parts.ts";
import { placeFiles } from "./place-files.ts";
import { emitServer } from "./server/emit-server.ts";

/** The emitters, by what each writes. */
export const emitters: Readonly<Record<string, Emitter>> = {
  contract: emitContract,
  client: emitClient,
  server: emitServer,
  validators: emitValidators,
  serializers: emitSerializers,
  mocks: emitMocks,
};

/** The emitters with the part that each belongs to, where it is not called after it. */
const parts: Readonly<Record<string, PartName>> = {
  validators: "contract",
  serializers: "contract",
};

/** The files of the chosen packages, part by part in the order of {@link emitters}. */
export function emitPackages(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const chosen: ReadonlySet<string> = chosenParts(options.packages);
  const emitted = Object.entries(emitters)
    .filter(([name]) => chosen.has(parts[name] ?? name))
    .flatMap(([, emit]) => emit(model, options));
  const types = chosen.has("types") ? emitTypes(model, options) : [];
  return placeFiles([...types, ...emitted], options);
}
