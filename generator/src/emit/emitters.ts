import { emitClient } from "./client/emit-client.ts";
import { emitContract } from "./contract/emit-contract.ts";
import { emitKeptValidators } from "./contract/kept-validators.ts";
import { prepareSchemaTypes, type Declare } from "./contract/schema-types.ts";
import type { ApiModel } from "../model/api-model.ts";
import type { EmitOptions, EmittedFile, Emitter } from "./emitted-file.ts";
import { emitMocks } from "./mocks/emit-mocks.ts";
import { emitServer } from "./server/emit-server.ts";

/** What comes out, part by part. */
export const emitters: Readonly<Record<string, Emitter>> = {
  contract: emitContract,
  client: emitClient,
  server: emitServer,
  validators: emitKeptValidators,
  mocks: emitMocks,
};

/** The emitters whose files have the types of schemas in them; the types are prepared beside the others. */
const typed: ReadonlySet<string> = new Set(["contract", "client"]);

/**
 * The files of all packages, part by part in the order of {@link emitters}.
 *
 * @param declare who makes the declarations of schemas
 */
export async function emitPackages(
  model: ApiModel,
  options: EmitOptions,
  declare?: Declare,
): Promise<EmittedFile[]> {
  const prepared = prepareSchemaTypes(model, options.cache, declare);
  // Waited for below; a fault of an emitter comes first and must not leave this one unheard.
  prepared.catch(() => {});
  const parts = new Map<string, EmittedFile[]>();
  // Another thread starts before this one is busy.
  await new Promise(setImmediate);
  for (const [name, emit] of Object.entries(emitters))
    if (!typed.has(name)) parts.set(name, emit(model, options));
  await prepared;
  for (const [name, emit] of Object.entries(emitters))
    if (typed.has(name)) parts.set(name, emit(model, options));
  return Object.keys(emitters).flatMap((name) => parts.get(name) ?? []);
}
