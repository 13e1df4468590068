import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { EmitOptions, Emitter, PackageName } from "./emitted-file.ts";
import type { PlacedOptions } from "./module-parts.ts";
import { receivedWebhooks } from "./named-webhooks.ts";
import type { ContractPlace } from "./package-names.ts";

/** A part of the output, which has an emitter of its own. */
export type PartName =
  | "types"
  | "contract"
  | "clientContract"
  | "client"
  | "server"
  | "validators"
  | "webhookValidators"
  | "serializers"
  | "mocks"
  | "paths"
  | "readmes"
  | "agents"
  | "reference"
  | "codeSamples";

/** The packages that are written by default. */
const allPackages = ["contract", "client", "server", "mocks"] as const;

/**
 * Returns the parts of the output that are written, in no particular order.
 *
 * @param packages the packages to write, with those that they need; emitters of the user are
 * ignored. Omitted: all
 */
export function wantedParts(
  options: PlacedOptions,
  packages: readonly (PackageName | Emitter)[] = allPackages,
): ReadonlySet<PartName> {
  const named = packages.filter((one) => typeof one === "string");
  const readmes = options.layout === "folder" ? [] : (["readmes"] as const);
  // Every package with code needs a contract, which includes all types.
  const withCode = named.filter((one) => one !== "types" && one !== "paths");
  const paths = named.filter((one) => one === "paths");
  if (withCode.length === 0)
    return new Set([
      ...paths,
      ...(named.includes("types") ? (["types", ...readmes] as const) : []),
    ]);
  const reference = options.reference === true ? (["reference"] as const) : [];
  const samples = (options.codeSamples ?? []).length > 0 ? (["codeSamples"] as const) : [];
  const contract = contractParts(options, packages);
  return new Set([
    ...contract,
    ...withCode,
    ...paths,
    ...readmes,
    "agents",
    ...reference,
    ...samples,
  ]);
}

/** Returns the parts of the contract that packages with code need. */
function contractParts(
  options: PlacedOptions,
  packages: readonly (PackageName | Emitter)[],
): readonly PartName[] {
  if (options.contractIn !== undefined)
    return options.hasWebhooks === true ? ["webhookValidators"] : [];
  if (!isClientAlone(options, packages)) return ["contract", "validators", "serializers"];
  const { validators = options.allSchemaValidators } = options;
  return ["clientContract", validators === true ? "validators" : "webhookValidators"];
}

/**
 * Returns true if a folder has a client and nothing else with code. The client uses types and
 * descriptors of operations; the rest of the contract is for servers, mocks and the user's
 * emitters, but for those that need nothing but types.
 */
function isClientAlone(
  { layout }: EmitOptions,
  packages: readonly (PackageName | Emitter)[],
): boolean {
  const isOfTypes = (one: PackageName | Emitter): boolean =>
    typeof one === "string"
      ? one === "types" || one === "paths"
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
  // The module of paths imports nothing, and nothing imports it.
  const others = packages.filter((one) => one !== "paths");
  const isClient =
    layout === "folder" && others.length > 0 && others.every((one) => one === "client");
  if (!isClient || validators === true || hasHttpEntry(options)) return {};
  return { contractIn: "client", hasWebhooks: receivedWebhooks(model).length > 0 };
}

/**
 * True if the client has the entry `http`. A package has it for who installs openapi-fetch, while
 * applications compile all of a folder, so that there it is only written on request.
 */
export const hasHttpEntry = ({ openapiFetch, layout }: EmitOptions): boolean =>
  openapiFetch ?? layout !== "folder";

/** True if parts of the output are made of compiled code or planned answers, beside the model. */
export const needPlans = (parts: ReadonlySet<PartName>, model: ApiModel): boolean =>
  planned.some((part) => parts.has(part)) ||
  (parts.has("webhookValidators") && receivedWebhooks(model).length > 0);

const planned = ["contract", "validators", "reference"] as const;
