import { emitClient } from "./client/emit-client.ts";
import { emitContract } from "./contract/emit-contract.ts";
import { emitSerializers } from "./contract/serializer-files.ts";
import { emitValidators } from "./contract/validator-files.ts";
import type { EmitModel } from "./emit-model.ts";
import type { EmitOptions, EmittedFile, Emitter } from "./emitted-file.ts";
import { emitMocks } from "./mocks/emit-mocks.ts";
import { emitServer } from "./server/emit-server.ts";

/** The emitters, by the part of the output that each writes. */
export const emitters: Readonly<Record<string, Emitter>> = {
  contract: emitContract,
  client: emitClient,
  server: emitServer,
  validators: emitValidators,
  serializers: emitSerializers,
  mocks: emitMocks,
};

/** The files of all packages, part by part in the order of {@link emitters}. */
export function emitPackages(model: EmitModel, options: EmitOptions): EmittedFile[] {
  return Object.values(emitters).flatMap((emit) => emit(model, options));
}
