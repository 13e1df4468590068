import { emitClient } from "./client/emit-client.ts";
import { emitContract } from "./contract/emit-contract.ts";
import { keeping } from "./contract/kept-files.ts";
import { prepareSchemaTypes, type Declare } from "./contract/schema-types.ts";
import { emitSerializers } from "./contract/serializer-files.ts";
import { emitValidators } from "./contract/validator-files.ts";
import type { ApiModel } from "../model/api-model.ts";
import type { EmitOptions, EmittedFile, Emitter } from "./emitted-file.ts";
import { emitMocks } from "./mocks/emit-mocks.ts";
import { emitServer } from "./server/emit-server.ts";

/** What comes out, part by part. */
export const emitters: Readonly<Record<string, Emitter>> = {
  contract: emitContract,
  client: emitClient,
  server: emitServer,
  validators: keeping("validators", emitValidators),
  serializers: keeping("serializers", emitSerializers),
  mocks: emitMocks,
};

/**
 * The files of all packages, part by part in the order of {@link emitters}.
 *
 * @param declare who makes the declarations of schemas that have no layout here
 */
export async function emitPackages(
  model: ApiModel,
  options: EmitOptions,
  declare?: Declare,
): Promise<EmittedFile[]> {
  await prepareSchemaTypes(model, options.cache, declare);
  return Object.values(emitters).flatMap((emit) => emit(model, options));
}
