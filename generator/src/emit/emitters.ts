import { emitClient } from "./client/emit-client.ts";
import { emitContract } from "./contract/emit-contract.ts";
import { emitSerializers } from "./contract/serializer-files.ts";
import { emitTypes } from "./contract/emit-types.ts";
import { emitValidators } from "./contract/validator-files.ts";
import type { EmitModel } from "./emit-model.ts";
import {
  type EmitOptions,
  type EmittedFile,
  type Emitter,
  type PackageName,
} from "./emitted-file.ts";
import { emitDocuments } from "./documents/emit-documents.ts";
import { emitMocks } from "./mocks/emit-mocks.ts";
import { emitServer } from "./server/emit-server.ts";

/** The emitter of one of the generator's own packages, which gets the shared data. */
export type PackageEmitter = (model: EmitModel, options: EmitOptions) => readonly EmittedFile[];

/** The emitters, by the part of the output that they write. */
export const emitters: Readonly<Record<string, PackageEmitter>> = {
  types: emitTypes,
  contract: emitContract,
  client: emitClient,
  server: emitServer,
  validators: emitValidators,
  serializers: emitSerializers,
  mocks: emitMocks,
};

/** The emitters of the contract with names of their own. */
const contractParts = ["validators", "serializers"];

/** The packages that are written by default. */
const allPackages = ["contract", "client", "server", "mocks"] as const;

/**
 * Emits the files of packages, part by part in the order of {@link emitters}.
 *
 * @param packages the packages to write, with those that they need; emitters of the user are
 * ignored. Omitted: all
 */
export function emitPackages(
  model: EmitModel,
  options: EmitOptions,
  packages: readonly (PackageName | Emitter)[] = allPackages,
): EmittedFile[] {
  const named = packages.filter((one) => typeof one === "string");
  // Every package with code needs the whole contract, which includes all types.
  const withCode = named.filter((one) => one !== "types");
  // In a folder that only has a client, nothing else imports the contract, and a client needs no
  // serializers.
  const isClientAlone = options.layout === "folder" && packages.every((one) => one === "client");
  const parts = isClientAlone ? ["validators"] : contractParts;
  const wanted: readonly string[] =
    withCode.length === 0 ? named : ["contract", ...parts, ...withCode];
  return [
    ...Object.entries(emitters).flatMap(([name, emit]) =>
      wanted.includes(name) ? emit(model, options) : [],
    ),
    ...emitDocuments(model, options, wanted),
  ];
}
