import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { StateDescriptor } from "../state-descriptor.ts";
import { tokensOf, valueAt, withValueAt } from "../state/pointers.ts";
import { stateOperation } from "../state/state-operation.ts";
import type { Announcement } from "./callback-plan.ts";

/** The values of the record that an operation has created or changed, for the body of a callback. */
export interface RecordValues {
  /** The members of the record: of the answer, else of the request. */
  readonly record: JsonObject;
  /** Members by names that no other record has: the path parameters, and the key by the name of its parameter. */
  readonly keys: JsonObject;
  /** The name of the resource. */
  readonly resource: string | undefined;
}

/** Returns what an operation says of its record. */
export function recordValues(
  state: StateDescriptor | undefined,
  { operationId, input, answer }: Announcement,
): RecordValues {
  const operation = stateOperation(state, operationId);
  const { at = "", resource } = operation ?? {};
  const answered = valueAt(answer.body, tokensOf(at));
  const given = isObject(input.body) ? input.body : {};
  const record = isObject(answered) ? { ...given, ...answered } : given;
  const { key, keyParameter } = (resource === undefined ? {} : state?.resources[resource]) ?? {};
  const own = key === undefined ? undefined : getMember(record, key);
  const keyed = keyParameter === undefined || own === undefined ? {} : { [keyParameter]: own };
  return { record, keys: { ...input.path, ...keyed }, resource };
}

/** A member of a body, and the value that a record has for it. */
interface Replacement {
  readonly place: readonly string[];
  readonly value: unknown;
}

/**
 * Puts the values of a record into a body: into the object in it that is the record or, if none is, into its
 * own members of the same names. A value that the validator refuses stays that of the example.
 */
export function filledBody(
  example: unknown,
  values: RecordValues,
  accepts: (body: unknown) => boolean,
): unknown {
  if (!isObject(example)) return example;
  const inside = recordIn(example, values, []);
  const place = inside ?? [];
  const replacements = [
    ...matching(valueAt(example, place), values.record, place),
    ...matching(example, values.keys, []),
  ];
  const filled = replacements.reduce(replaced, example as unknown);
  if (accepts(filled)) return filled;
  return replacements.reduce((body: unknown, one) => {
    const changed = replaced(body, one);
    return accepts(changed) ? changed : body;
  }, example);
}

const replaced = (body: unknown, { place, value }: Replacement): unknown =>
  withValueAt(body, place, value);

/** The deepest object of a body that may be the record. */
const deepest = 5;

/**
 * Finds the object that is the record: the record has each of its members, and it is named after the resource or has
 * several members.
 */
function recordIn(
  body: JsonObject,
  values: RecordValues,
  place: readonly string[],
): readonly string[] | undefined {
  const names = Object.keys(body);
  const isNamed = place.at(-1)?.toLowerCase() === values.resource?.toLowerCase();
  const isKnown = names.every((name) => Object.hasOwn(values.record, name));
  if (isKnown && names.length > (isNamed ? 0 : 1)) return place;
  if (place.length === deepest) return undefined;
  for (const name of names) {
    const inner = body[name];
    const found = isObject(inner) ? recordIn(inner, values, [...place, name]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the members of an object for which a record has another value of the same kind. */
function matching(body: unknown, record: JsonObject, place: readonly string[]): Replacement[] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, example]) => {
    const value = getMember(record, name);
    const isFit = value !== undefined && kindOf(value) === kindOf(example);
    return isFit ? [{ place: [...place, name], value }] : [];
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
