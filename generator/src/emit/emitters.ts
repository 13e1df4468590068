import { hasHttpEntry } from "./client/http-file.ts";
import { emitClient } from "./client/emit-client.ts";
import { emitClientContract, emitContract } from "./contract/emit-contract.ts";
import { emitSerializers } from "./contract/serializer-files.ts";
import { emitTypes } from "./contract/emit-types.ts";
import { emitValidators, emitWebhookValidators } from "./contract/validator-files.ts";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { EmitModel } from "./emit-model.ts";
import type { PlacedOptions } from "./module-parts.ts";
import { receivedWebhooks } from "./named-webhooks.ts";
import type { ContractPlace } from "./package-names.ts";
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
export type PackageEmitter = (model: EmitModel, options: PlacedOptions) => readonly EmittedFile[];

/** The emitters, by the part of the output that they write. */
export const emitters: Readonly<Record<string, PackageEmitter>> = {
  types: emitTypes,
  contract: emitContract,
  clientContract: emitClientContract,
  client: emitClient,
  server: emitServer,
  validators: emitValidators,
  webhookValidators: emitWebhookValidators,
  serializers: emitSerializers,
  mocks: emitMocks,
};

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
  options: PlacedOptions,
  packages: readonly (PackageName | Emitter)[] = allPackages,
): EmittedFile[] {
  const named = packages.filter((one) => typeof one === "string");
  // Every package with code needs a contract, which includes all types.
  const withCode = named.filter((one) => one !== "types");
  const hasCode = withCode.length > 0;
  const wanted: readonly string[] = hasCode
    ? [...contractParts(options, packages), ...withCode]
    : named;
  return [
    ...Object.entries(emitters).flatMap(([name, emit]) =>
      wanted.includes(name) ? emit(model, options) : [],
    ),
    ...emitDocuments(model, options, wanted),
  ];
}

/**
 * Returns true if a folder has a client and nothing else with code. The client uses types and
 * descriptors of operations; the rest of the contract is for servers, mocks and the user's
 * emitters, but for those that need nothing but types.
 */
export function isClientAlone(
  { layout }: EmitOptions,
  packages: readonly (PackageName | Emitter)[] = allPackages,
): boolean {
  const isOfTypes = (one: PackageName | Emitter): boolean =>
    typeof one === "string"
      ? one === "types"
      : one.dependencies?.every((needed) => needed === "types") === true;
  return layout === "folder" && packages.every((one) => one === "client" || isOfTypes(one));
}

/**
 * Returns where the contract's modules stand: in a folder they are part of the client, unless other
 * packages, emitters, validators or an openapi-fetch client need them too.
 */
export function contractPlace(
  model: ApiModel,
  options: EmitOptions,
  packages: readonly (PackageName | Emitter)[] = allPackages,
): ContractPlace {
  const { layout, allSchemaValidators, validators = allSchemaValidators } = options;
  const isClient = layout === "folder" && packages.every((one) => one === "client");
  return isClient &&
    validators !== true &&
    !hasHttpEntry(options) &&
    receivedWebhooks(model).length === 0
    ? { contractIn: "client" }
    : {};
}

/** Returns the emitters of the contract that packages with code need. */
function contractParts(
  options: PlacedOptions,
  packages: readonly (PackageName | Emitter)[],
): readonly string[] {
  if (options.contractIn !== undefined) return [];
  if (!isClientAlone(options, packages)) return ["contract", "validators", "serializers"];
  const { validators = options.allSchemaValidators } = options;
  return ["clientContract", validators === true ? "validators" : "webhookValidators"];
}
