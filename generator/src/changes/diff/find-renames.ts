import { pointerParts } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { ComparedDescription, FoundChange, GroupedOperation } from "./change-types.ts";
import { findChanges } from "./diff-descriptions.ts";

/** An operation that was renamed in code or moved to another group. */
export interface OperationRename {
  readonly base: GroupedOperation;
  readonly head: GroupedOperation;
}

/** The earlier and the later name of a schema's type. */
export interface TypeRename {
  readonly from: string;
  readonly to: string;
}

/** A renamed property or parameter. */
export interface MemberRename {
  /** The earlier names of the types that have the member. */
  readonly types: ReadonlySet<string>;
  /** The path to the member within the type, which ends with its own earlier name: `address`, `street`. */
  readonly path: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Everything that two descriptions name differently in code. */
export interface Renames {
  readonly operations: readonly OperationRename[];
  readonly types: readonly TypeRename[];
  readonly members: readonly MemberRename[];
}

/**
 * Finds what two descriptions name differently in code: operations and their groups, types of schemas, properties and
 * parameters. Names are paired as in {@link findChanges}: by `x-renamed-from`, by method and path, or by place.
 */
export function findRenames(base: ComparedDescription, head: ComparedDescription): Renames {
  const found = findChanges(base, head);
  const operations = found
    .filter(({ code }) => /^operation-re(?:named|grouped)/.test(code))
    .flatMap(({ operations: pairs = [] }) => pairs)
    .flatMap((pair): OperationRename[] =>
      pair.base === undefined || pair.head === undefined
        ? []
        : [{ base: pair.base, head: pair.head }],
    );
  return {
    operations: uniqueBy(operations, ({ base: one }) => one.operation.pointer),
    types: found.flatMap((one) => typeRename(one, base.model, head.model)),
    members: uniqueBy(
      found.flatMap((one) => memberRename(one, base.model)),
      ({ types, path, to }) => JSON.stringify([[...types], path, to]),
    ),
  };
}

function typeRename(
  { code, renamed }: FoundChange,
  base: ApiModel,
  head: ApiModel,
): readonly TypeRename[] {
  if (!code.startsWith("schema-renamed") || renamed === undefined) return [];
  const [from, to] = [typeOf(base, renamed.from), typeOf(head, renamed.to)];
  return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
}

function memberRename(change: FoundChange, base: ApiModel): readonly MemberRename[] {
  const { code, renamed, operations = [], base: pointer = "" } = change;
  if (renamed === undefined || code.startsWith("schema-renamed")) return [];
  if (code.startsWith("parameter-renamed")) {
    const called = operations.flatMap((pair) => pair.base?.operation ?? []);
    return called.map(({ inputTypeName, parameters }) => {
      const place = parameters.find(({ name }) => name === renamed.from)?.in ?? "path";
      return { types: new Set([inputTypeName]), path: [place, renamed.from], ...renamed };
    });
  }
  const owner = base.schemas
    .filter((schema) => pointer.startsWith(`${schema.pointer}/`))
    .toSorted((one, other) => other.pointer.length - one.pointer.length)[0];
  const names = new Set([...(change.schemas ?? []), ...(owner === undefined ? [] : [owner.name])]);
  const types = base.schemas
    .filter(({ name, variant }) => names.has(name) || (variant && names.has(variant.of)))
    .map(({ typeName }) => typeName);
  const path = propertyPath(pointer.slice(owner?.pointer.length ?? 0));
  return [{ types: new Set(types), path: path.length === 0 ? [renamed.from] : path, ...renamed }];
}

/** The names of the properties on the way of a pointer. */
function propertyPath(pointer: string): string[] {
  const parts = pointerParts(pointer);
  return parts.filter((_, index) => parts[index - 1] === "properties");
}

function typeOf({ schemas }: ApiModel, name: string): string | undefined {
  return schemas.find((schema) => schema.name === name)?.typeName;
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
