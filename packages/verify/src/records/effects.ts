import type { StateOperation } from "@openapi-packages/mock/description";
import { isObject } from "@openapi-packages/runtime/internals";
import { oncePerApi } from "../description/once-per-api.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { FoundOperation } from "./made-record.ts";

/** Returns the effect of an operation on resources, as mocks infer it, if it is known. */
export function effectOf(
  { description, operations }: VerifiedApi,
  { id, model }: VerifiedOperation,
): StateOperation | undefined {
  const states = description.mock.state?.operations;
  if (states?.[id] !== undefined || model.method !== "HEAD") return states?.[id];
  // HEAD has the effect of GET (RFC 9110, section 9.3.2).
  const get = operations.find((one) => one.model.path === model.path && one.model.method === "GET");
  return states?.[get?.id ?? ""];
}

/**
 * Returns how the path of an operation without a known effect names records: as the longest path above it does.
 * `undefined` if there is none.
 */
export function pathStateOf(
  api: VerifiedApi,
  { model }: VerifiedOperation,
): StateOperation | undefined {
  const above = api.operations.flatMap((operation) => {
    const { path } = operation.model;
    const isAbove = path.endsWith("}") && model.path.startsWith(`${path}/`);
    const state = isAbove ? effectOf(api, operation) : undefined;
    return state === undefined ? [] : [{ ...state, kind: "read" as const, resource: "" }];
  });
  return above.toSorted((one, other) => other.path.length - one.path.length)[0];
}

/**
 * Returns the operation that creates records of a resource: a creation with the shortest path, which needs the
 * fewest other records, else a PUT with a key that the client chooses.
 */
export function creatorOf(api: VerifiedApi, resource: string): FoundOperation | undefined {
  const own = operationsOn(api, resource);
  const byPost = shortest(own.filter(({ state }) => state.kind === "create"));
  return byPost ?? shortest(own.filter(isStore));
}

/** Returns the operation that lists the records of a resource. */
export function listOf(api: VerifiedApi, resource: string): FoundOperation | undefined {
  return shortest(operationsOn(api, resource).filter(({ state }) => state.kind === "list"));
}

/** Returns the operations on the records of a resource, in the order of the description. */
export function operationsOn(api: VerifiedApi, resource: string): readonly FoundOperation[] {
  return byResource(api).get(resource) ?? [];
}

const byResource = oncePerApi((api) => {
  const found = api.operations.flatMap((operation): FoundOperation[] => {
    const state = effectOf(api, operation);
    return state === undefined ? [] : [{ operation, state }];
  });
  return Map.groupBy(found, ({ state }) => state.resource);
});

/**
 * True for a PUT whose path ends with the key of its record: it creates the record if there is none (RFC 9110,
 * section 9.3.4). Where the keys are an enum, all records may be there from the start.
 */
export function isStore({ operation: { model }, state }: FoundOperation): boolean {
  const last = state.path.at(-1);
  if (model.method !== "PUT" || state.kind !== "replace") return false;
  if (last?.resource !== state.resource || !model.path.endsWith(`{${last.parameter}}`))
    return false;
  const schema = model.parameters.find(({ name }) => name === last.parameter)?.schema.json;
  return !isObject(schema) || schema["enum"] === undefined;
}

const shortest = (all: readonly FoundOperation[]): FoundOperation | undefined =>
  all.toSorted((one, other) => one.state.path.length - other.state.path.length)[0];
