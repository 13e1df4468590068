import { emitClient } from "./client/emit-client.ts";
import { emitContract } from "./contract/emit-contract.ts";
import { emitValidators } from "./contract/validator-files.ts";
import type { Emitter } from "./emitted-file.ts";
import { emitMocks } from "./mocks/emit-mocks.ts";
import { emitServer } from "./server/emit-server.ts";

/** What comes out, part by part. */
export const emitters: Readonly<Record<string, Emitter>> = {
  contract: emitContract,
  client: emitClient,
  server: emitServer,
  validators: emitValidators,
  mocks: emitMocks,
};

/**
 * The emitters as two threads share them, in halves that take about as long. Mocks are checked by the
 * validators and clients have the contract's types, so that each pair stays together.
 */
export const threads = [
  ["contract", "client", "server"],
  ["validators", "mocks"],
] as const;
