import type { FilterDescriptor } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject, Parameter } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { FilterTest } from "./filter-test.ts";
import { asParameter, formatOf, itemSchema, valuesIn, type ListPlace } from "./list-place.ts";

/**
 * Tests of a filter by the value of a member. Enums, booleans, numbers and ids are compared exactly; a filter of
 * texts may look for parts of them, whatever their case, so that only other texts are certainly excluded.
 */
export function equalityTests(
  place: ListPlace,
  { member = "", parameter }: FilterDescriptor,
  described: Parameter,
  items: readonly JsonObject[],
): FilterTest[] {
  const schema = itemSchema(place, member);
  if (isDay(place, described) !== (formatOf(place, schema) === "date")) return [];
  const listed = valuesIn(place, described.schema.json) ?? valuesIn(place, schema);
  const isExact = (value: Json): boolean =>
    listed !== undefined || typeof value !== "string" || isKey(place, member, schema);
  const tests = candidates(items, member, listed).flatMap((wanted): FilterTest[] => {
    if (typeof wanted === "boolean" && addsItems(described)) return [];
    const value = asParameter(place, described, wanted);
    if (value === undefined) return [];
    const isLike = isExact(wanted) ? isEqual : isRelated;
    return [
      {
        parameter,
        value,
        member,
        excludes: (item) => {
          const own = ownValues(item, member);
          return own !== undefined && !own.some((one) => isLike(one, wanted));
        },
        includes: (item) => ownValues(item, member)?.some((one) => isEqual(one, wanted)) === true,
      },
    ];
  });
  const part = listed === undefined ? partTest(place, member, described, items) : undefined;
  return part === undefined ? tests : [...tests, part];
}

/** "Only shows that have exactly this tag." */
const exactly = /\bexact(?:ly)?\b/i;
const orPart =
  /\b(?:not|or|unless|case|part\w*|prefix\w*|contain\w*|first|best|rank\w*|similar|as exact)\b|n['’]t\b/i;

/** Tests that a filter that is said to be exact does not find a text by a part of it, which no item has by itself. */
function partTest(
  place: ListPlace,
  member: string,
  described: Parameter,
  items: readonly JsonObject[],
): FilterTest | undefined {
  const { description, name: parameter } = described;
  if (!exactly.test(description) || orPart.test(description)) return undefined;
  const all = items.flatMap((item) => ownValues(item, member) ?? []).map(String);
  const has = (text: string, values: readonly string[]): boolean =>
    values.some((one) => one.toLowerCase() === text.toLowerCase());
  const parts = all.flatMap((text) => {
    const part = text.slice(0, -1);
    return part.length > 1 && part.trim() === part && !has(part, all) ? [part] : [];
  });
  const value = parts
    .map((part) => asParameter(place, described, part))
    .find((one) => one !== undefined);
  if (value === undefined) return undefined;
  return {
    parameter,
    value,
    member,
    excludes: (item) => {
      const own = ownValues(item, member);
      return own !== undefined && !has(String(value), own.map(String));
    },
    includes: () => false,
  };
}

/** True for a flag that adds items to a list: "drafts are returned as well". */
const addsItems = ({ description }: Parameter): boolean =>
  /\b(?:as well|also|too|in addition|additionally|includ(?:e|es|ed|ing))\b/i.test(description) &&
  !/\bonly\b/i.test(description);

const isDay = (place: ListPlace, { schema }: Parameter): boolean =>
  formatOf(place, schema.json) === "date";

/** Returns two values to filter by: what the fewest items have and what the most have, or what none has. */
function candidates(
  items: readonly JsonObject[],
  member: string,
  listed: readonly Json[] | undefined,
): Json[] {
  const all = items.flatMap((item) => ownValues(item, member) ?? []);
  const counts = Map.groupBy(all, (value) => JSON.stringify(value));
  const rarest = [...counts.values()].toSorted((a, b) => a.length - b.length).map(([one]) => one);
  const known = rarest.filter((one): one is Json => one !== undefined && one !== "");
  const isOwn = (value: Json): boolean => known.some((one) => isEqual(one, value));
  const others = known.some((one) => typeof one === "boolean") ? [true, false] : (listed ?? []);
  const absent = others.filter((value) => value !== null && !isOwn(value));
  return [...known.slice(0, 1), ...(known.length > 1 ? known.slice(-1) : absent.slice(0, 1))];
}

/** Returns the values of a member, those of its list; `undefined` if it is not there, which may mean anything. */
export function ownValues(item: JsonObject, member: string): readonly Json[] | undefined {
  const value = getMember(item, member) as Json | undefined;
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

const isEqual = (one: Json, other: Json): boolean => String(one) === String(other);

/** True if a text may be what is looked for by another: a part of it, or one with a word in common. */
function isRelated(one: Json, other: Json): boolean {
  const [own, wanted] = [String(one).toLowerCase(), String(other).toLowerCase()];
  const words = new Set(own.split(/[^\p{L}\p{N}]+/u));
  return (
    own.includes(wanted) ||
    wanted.includes(own) ||
    wanted.split(/[^\p{L}\p{N}]+/u).some((word) => words.has(word))
  );
}

/** True if a member identifies a record: this one or another. */
function isKey(place: ListPlace, member: string, schema: Json | undefined): boolean {
  const { key } = place.api.description.mock.state?.resources[place.state.resource] ?? {};
  return (
    member === key || /(?:^|_)id$/.test(plainName(member)) || formatOf(place, schema) === "uuid"
  );
}
