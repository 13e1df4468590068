import type { ResourceDescriptor, StateOperation } from "@openapi-packages/mock/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";

/** A resource that the description's operations create, with the other operations on it. */
export interface ResourceFlow {
  readonly name: string;
  readonly descriptor: ResourceDescriptor;
  readonly create: FoundOperation;
  readonly read: FoundOperation | undefined;
  readonly list: FoundOperation | undefined;
  /** Changes a part of a record: PATCH, or POST. */
  readonly update: FoundOperation | undefined;
  /** Replaces a record. */
  readonly replace: FoundOperation | undefined;
  readonly remove: FoundOperation | undefined;
}

/** Returns the resources that can be created, in the order of the description. */
export function resourceFlows(api: VerifiedApi): ResourceFlow[] {
  const { state } = api.description.mock;
  const all = api.operations.flatMap((operation): FoundOperation[] => {
    const own = state?.operations[operation.id];
    return own === undefined ? [] : [{ operation, state: own }];
  });
  return Object.entries(state?.resources ?? {}).flatMap(([name, descriptor]): ResourceFlow[] => {
    const own = all.filter((one) => one.state.resource === name);
    const create = own
      .filter(({ state: { kind } }) => kind === "create")
      .toSorted((one, other) => one.state.path.length - other.state.path.length)[0];
    if (create === undefined) return [];
    const given = create.state.path.map(({ parameter }) => parameter);
    const items = own.filter((one) => isOfItem(one, name, descriptor, given));
    const find = (kind: StateOperation["kind"], ...methods: string[]): FoundOperation | undefined =>
      items.find(
        (one) =>
          one.state.kind === kind &&
          (methods.length === 0 || methods.includes(one.operation.model.method)),
      );
    const list = own.find(
      (one) =>
        one.state.kind === "list" &&
        one.state.at !== undefined &&
        one.state.path.every(({ parameter }) => given.includes(parameter)) &&
        !one.operation.model.parameters.some((param) => param.in === "query" && param.required),
    );
    const change = { update: find("update", "PATCH", "POST"), remove: find("delete") };
    const replace = find("replace", "PUT") ?? find("update", "PUT");
    return [{ name, descriptor, create, read: find("read"), list, replace, ...change }];
  });
}

/** True if an operation is about one record, and its path is known from the record. */
function isOfItem(
  { state: { path } }: FoundOperation,
  name: string,
  { key }: ResourceDescriptor,
  given: readonly string[],
): boolean {
  const last = path.at(-1);
  if (last?.resource !== name || key === undefined) return false;
  const above = path.slice(0, -1).every(({ parameter }) => given.includes(parameter));
  return (
    above && (last.member === key || (last.member === undefined && isNamedAs(last.parameter, key)))
  );
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** True if a parameter is named after a key, as `petId` is after `id`. Otherwise it may be another member. */
function isNamedAs(parameter: string, key: string): boolean {
  const own = letters(parameter);
  return own.endsWith(letters(key)) || letters(key).endsWith(own);
}
