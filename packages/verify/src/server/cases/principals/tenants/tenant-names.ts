import { lettersOf } from "../../../../records/letters-of.ts";
import { member, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../../description/verified-api.ts";
import { creatorOf, effectOf } from "../../../../records/effects.ts";
import { resourceNamed } from "../../../../records/references.ts";
import { memberNames, memberSchemas } from "../../../../schema/members.ts";
import { resourceFlows, type ResourceFlow } from "../../flows/resources.ts";

/** A creation whose body has a member that may name the tenant. */
export interface NamingCreation {
  readonly flow: ResourceFlow;
  readonly member: string;
}

/** A write below the path of what may be a tenant, and the parameter that names it. */
export interface WriteBelow {
  readonly operation: VerifiedOperation;
  readonly read: VerifiedOperation;
  readonly parameter: string;
}

/** A name by which operations may say for whom they are called: `teamId` in bodies, `team_id` in paths. */
export interface TenantName {
  /** The letters of the name in lower case. */
  readonly letters: string;
  readonly creations: readonly NamingCreation[];
  readonly writes: readonly WriteBelow[];
}

/** Names of members that identify something else. `id` alone says nothing about what it identifies. */
const identifying = /[a-z\d](?:_id|Id|ID|_uuid|Uuid|UUID|_slug|Slug)$/;

/** Returns what a name is about: `team` of `teamId`. */
export const nounOf = (letters: string): string =>
  letters.replace(/(?:id|uuid|slug|key|code)$/, "");

/**
 * Returns the names of what no operation creates, by which writes and creations say for whom they are: parameters of
 * paths, and members of bodies that identify something by their form.
 *
 * @param shared the resources whose records are for all
 */
export function tenantNames(api: VerifiedApi, shared: readonly string[] = []): TenantName[] {
  const writes = api.operations.flatMap((operation) => writesBelow(api, operation));
  const creations = resourceFlows(api)
    .filter(({ name }) => !shared.includes(name))
    .flatMap((flow) => namingCreations(api, flow));
  const names = [
    ...writes.map(({ parameter }) => lettersOf(parameter)),
    ...creations.map((one) => lettersOf(one.member)),
  ];
  return [...new Set(names)]
    .filter((letters) => nounOf(letters).length > 1)
    .map((letters) => ({
      letters,
      creations: creations.filter((one) => lettersOf(one.member) === letters),
      writes: writes.filter(({ parameter }) => lettersOf(parameter) === letters),
    }));
}

/** Returns the way to write below the first parameter of a path, if what is written is read there. */
function writesBelow(api: VerifiedApi, operation: VerifiedOperation): WriteBelow[] {
  const { method, path, requestBody, responses } = operation.model;
  if (!isSecured(operation)) return [];
  const [, parameter] = /\{([^{}]+)\}/.exec(path) ?? [];
  const isRefusing = responses.some(({ status }) => status === "403" || status === "404");
  const isJson = requestBody?.content[0]?.kind === "json";
  if (!["PUT", "PATCH"].includes(method) || parameter === undefined || !isRefusing || !isJson)
    return [];
  const read = api.operations.find(({ model }) => model.path === path && model.method === "GET");
  // Further parameters name what is there already, unless the write makes it.
  const isAlone = path.split("{").length === 2;
  const isStore = method === "PUT" && /\/\{[^{}]+\}$/.test(path) && path.split("{").length === 3;
  if (read === undefined || (!isAlone && !isStore) || namesMade(api, parameter)) return [];
  return [{ operation, read, parameter }];
}

/** True if a parameter of a path names records that an operation creates. */
function namesMade(api: VerifiedApi, parameter: string): boolean {
  return api.operations.some((operation) =>
    effectOf(api, operation)?.path.some(
      (one) =>
        one.parameter === parameter &&
        one.resource !== undefined &&
        creatorOf(api, one.resource) !== undefined,
    ),
  );
}

function namingCreations(api: VerifiedApi, flow: ResourceFlow): NamingCreation[] {
  const { operation, state } = flow.create;
  const media = operation.model.requestBody?.content[0];
  if (media?.kind !== "json" || flow.read === undefined || !isSecured(operation)) return [];
  const { document } = api.description.model;
  const references = (state.references ?? []).map(({ pointer }) => pointer[0]);
  return memberNames(document, media.schema?.json)
    .filter((name) => {
      const isChoice = memberSchemas(document, media.schema?.json, name).some(isClosed);
      const isMade = resourceNamed(api, name, state.resource) !== undefined;
      return identifying.test(name) && !references.includes(name) && !isChoice && !isMade;
    })
    .map((name) => ({ flow, member: name }));
}

const isClosed = (schema: JsonObject): boolean =>
  member(schema, "enum") !== undefined || member(schema, "type") === "boolean";

/** True if an operation always needs credentials. */
const isSecured = ({ model: { security } }: VerifiedOperation): boolean =>
  security.length > 0 && security.every((one) => Object.keys(one).length > 0);
