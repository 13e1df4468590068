import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember } from "@openapi-packages/runtime/internals";
import {
  isObject,
  member as memberOf,
  type Json,
  type JsonObject,
} from "@openapi-packages/description";
import { creatorOf } from "../../../records/effects.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames } from "../../../schema/members.ts";
import type { SizeParameter } from "../pages/list-pages.ts";
import type { Walk } from "../pages/walk.ts";
import { inputBelow, isReference } from "./below-parent.ts";
import type { ListPlace } from "./list-place.ts";

/** How many pages a list is divided into. Smaller pages only meet the same ends more often. */
const fewPages = 8;

/** A list by a member, and the query that asks for it. */
export interface Sorting<Asked> {
  readonly asked: Asked;
  readonly member: string;
  readonly walk: Walk;
}

/** A list that is asked for in pages. */
interface PagedPlace {
  readonly probe: Probe;
  readonly place: ListPlace;
  /** Its path parameters. */
  readonly above: CallInput["path"];
  readonly sizes: SizeParameter;
  /** Reads it as a whole by a query; `undefined` if that is refused. */
  read(query: object): Promise<Walk | undefined>;
}

/** Returns a size that divides a list into few pages; `undefined` if none is allowed. */
export const sizeFor = (sizes: SizeParameter, count: number, least: number): number | undefined =>
  [Math.max(least, Math.ceil(count / fewPages)), least].find((one) => sizes.allows(one));

/**
 * Returns a sorted list, and the size of pages of which one ends between two items that have the same value: a cursor that
 * knows nothing but the value leaves out the second one, and pages without an order of such items may lose or repeat them. Where
 * no two have the same value, one record is created with the value of another one, if creations may set it: 2 requests.
 *
 * @param sortings those of which the order is right
 * @returns a list that is asked for by a parameter, in pages of any size, if there are no such items
 */
export async function tiedPages<Asked extends { readonly query: object }>(
  list: PagedPlace,
  sortings: readonly Sorting<Asked>[],
): Promise<{ readonly sorting: Sorting<Asked>; readonly size: number } | undefined> {
  const { sizes } = list;
  const isDefault = ({ asked }: Sorting<Asked>): number => Number(hasDefaults(list, asked.query));
  const sorted = sortings.toSorted(
    (one, other) => valuesIn(one) - valuesIn(other) || isDefault(one) - isDefault(other),
  );
  for (const sorting of sorted) {
    const size = sizeBetweenTies(sorting, sizes);
    if (size !== undefined) return { sorting, size };
  }
  for (const { asked, member, walk: before } of sorted) {
    const walk = (await makeTied(list, member, before)) ? await list.read(asked.query) : undefined;
    if (walk === undefined) continue;
    const sorting = { asked, member, walk };
    const size = sizeBetweenTies(sorting, sizes);
    if (size !== undefined) return { sorting, size };
  }
  // Small pages of a list in its own order are read elsewhere.
  const sorting = sorted.find(({ asked }) => Object.keys(asked.query).length > 0);
  const size = sizeFor(sizes, sorting?.walk.items.length ?? 0, 2);
  return sorting === undefined || size === undefined ? undefined : { sorting, size };
}

/** True if a query says what the list does without it: a link that loses it leads to the right page. */
const hasDefaults = ({ place }: PagedPlace, query: object): boolean =>
  Object.entries(query).every(([name, value]) =>
    place.operation.model.parameters.some(
      (one) =>
        one.in === "query" && one.name === name && memberOf(one.schema.json, "default") === value,
    ),
  );

const valuesIn = (sorting: Sorting<unknown>): number => new Set(valuesOf(sorting)).size;

const valuesOf = ({ member, walk }: Omit<Sorting<unknown>, "asked">): readonly unknown[] =>
  walk.items.map((item) =>
    isObject(item as Json) ? getMember(item as object, member) : undefined,
  );

function sizeBetweenTies(sorting: Sorting<unknown>, sizes: SizeParameter): number | undefined {
  const values = valuesOf(sorting);
  const ends = values.flatMap((value, index) =>
    index > 0 && value !== undefined && equal(value, values[index - 1]) ? [index] : [],
  );
  const least = sizeFor(sizes, values.length, 2) ?? 2;
  return values
    .map((_, index) => least + index)
    .find((size) => sizes.allows(size) && ends.some((end) => end % size === 0));
}

/** Returns true if a record was created that has the value which another one has for a member. */
async function makeTied(
  { probe, place: { state }, above, sizes }: PagedPlace,
  member: string,
  walk: Walk,
): Promise<boolean> {
  const { operation } = creatorOf(probe.api, state.resource) ?? {};
  const values = valuesOf({ member, walk });
  // That of the last item of the first page, so that the new one is the first of the second page.
  const last = (sizeFor(sizes, values.length + 1, 2) ?? 1) - 1;
  const value = [values[last], ...values].find((one) => (one ?? null) !== null) as Json;
  if (operation === undefined || value === undefined || !probe.mayCall(operation)) return false;
  const { description } = probe.api;
  const schema = bodyMedia(operation, {})?.schema?.json;
  if (!memberNames(description.model.document, schema).includes(member)) return false;
  const below = await inputBelow(probe, operation, above);
  if (below === undefined) return false;
  const other = probe.records.renamed(operation, below.placed, 1) ?? below.placed;
  if (!isObject(other.body as Json)) return false;
  const input = { ...other, body: { ...(other.body as JsonObject), [member]: value } };
  const isValid = schema !== undefined && description.holds(schema, input.body);
  if (!isValid || isReference(probe, operation, input, member)) return false;
  return (await probe.records.create(operation, input, below.isFresh)).record !== undefined;
}
