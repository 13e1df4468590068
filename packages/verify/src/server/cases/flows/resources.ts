import { lettersOf } from "../../../records/letters-of.ts";
import type { ResourceDescriptor, StateOperation } from "@openapi-packages/mock/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { creatorOf, isStore, operationsOn } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";

/** A resource that the description's operations create, with the other operations on it. */
export interface ResourceFlow {
  readonly name: string;
  readonly descriptor: ResourceDescriptor;
  readonly create: FoundOperation;
  readonly read: FoundOperation | undefined;
  readonly list: FoundOperation | undefined;
  /** All lists that must contain a created record: also those below records that it refers to. */
  readonly lists: readonly FoundOperation[];
  /** Changes a part of a record: PATCH, or POST. */
  readonly update: FoundOperation | undefined;
  /** Replaces a record. */
  readonly replace: FoundOperation | undefined;
  readonly remove: FoundOperation | undefined;
}

/** Returns the resources that can be created, in the order of the description. */
export function resourceFlows(api: VerifiedApi): ResourceFlow[] {
  const { state } = api.description.mock;
  return Object.entries(state?.resources ?? {}).flatMap(([name, descriptor]): ResourceFlow[] => {
    const own = operationsOn(api, name).filter(
      ({ operation }) => operation.model.method !== "HEAD",
    );
    const create = creatorOf(api, name);
    if (create === undefined) return [];
    const items = own.filter((one) => isOfItem(one, name, descriptor, create));
    const find = (kind: StateOperation["kind"], ...methods: string[]): FoundOperation | undefined =>
      items.find(
        (one) =>
          one.state.kind === kind &&
          (methods.length === 0 || methods.includes(one.operation.model.method)),
      );
    const lists = listsOf(own, create);
    const change = { update: find("update", "PATCH", "POST"), remove: find("delete") };
    const replace = find("replace", "PUT") ?? find("update", "PUT");
    const views = { read: find("read"), list: lists[0], lists };
    return [{ name, descriptor, create, ...views, replace, ...change }];
  });
}

/**
 * Returns the lists that must contain a created record, the one beside the creation first: their paths are known
 * from the creation or from the record's members, and end as that list's does.
 */
function listsOf(own: readonly FoundOperation[], create: FoundOperation): FoundOperation[] {
  const given = create.state.path.map(({ parameter }) => parameter);
  const all = own.filter(({ state }) => state.kind === "list" && state.at !== undefined);
  const beside = all.filter(
    ({ operation, state }) =>
      state.path.every(({ parameter }) => given.includes(parameter)) &&
      requiredQuery(operation).length === 0,
  );
  const collection = create.operation.model.path.replace(/\/\{[^{}]*\}$/, "");
  const [first] = [
    ...beside.filter(({ operation }) => operation.model.path === collection),
    ...beside,
  ];
  const last = lastSegment((first ?? create).operation.model.path.replace(/\/\{[^{}]*\}$/, ""));
  const others = all.filter(
    (one) =>
      one !== first &&
      lastSegment(one.operation.model.path) === last &&
      one.state.path.every(
        ({ parameter, member }) => member !== undefined || given.includes(parameter),
      ) &&
      requiredQuery(one.operation).every((name) => filteredMember(one, name) !== undefined),
  );
  return [...(first === undefined ? [] : [first]), ...others];
}

/** Returns the names of the query parameters that an operation requires. */
export const requiredQuery = ({ model }: VerifiedOperation): string[] =>
  model.parameters.filter((one) => one.in === "query" && one.required).map(({ name }) => name);

/** Returns the member whose value a query parameter of a list asks for; `undefined` if it asks for something else. */
export function filteredMember({ state }: FoundOperation, parameter: string): string | undefined {
  const filters = state.kind === "list" ? (state.filters ?? []) : [];
  return filters.find((one) => one.parameter === parameter && one.test === "equals")?.member;
}

const lastSegment = (path: string): string => path.split("/").at(-1) ?? "";

/** True if an operation is about one record, and its path is known from the record. */
function isOfItem(
  { operation, state: { path } }: FoundOperation,
  name: string,
  { key }: ResourceDescriptor,
  create: FoundOperation,
): boolean {
  // A PUT that creates has the path of its record.
  if (operation.model.path === create.operation.model.path) return isStore(create);
  const given = create.state.path.map(({ parameter }) => parameter);
  const last = path.at(-1);
  if (last?.resource !== name || key === undefined) return false;
  const above = path.slice(0, -1).every(({ parameter }) => given.includes(parameter));
  return (
    above && (last.member === key || (last.member === undefined && isNamedAs(last.parameter, key)))
  );
}

/** True if a parameter is named after a key, as `petId` is after `id`. Otherwise it may be another member. */
function isNamedAs(parameter: string, key: string): boolean {
  const own = lettersOf(parameter);
  return own.endsWith(lettersOf(key)) || lettersOf(key).endsWith(own);
}
