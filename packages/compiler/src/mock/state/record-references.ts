import type { RecordReference, StateOperation } from "@openapi-packages/mock/description";
import { member, type Json } from "@openapi-packages/description/json/json";
import type { Classified } from "./classify.ts";
import { referencesIn } from "./references.ts";
import type { ResourceIndex } from "./resource-index.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { keyTypeOf } from "./record-key.ts";
import { isOwnerName } from "./roles.ts";
import { shownRecords } from "./shown-records.ts";
import { nounOf, plainName, wordList, wordsOf } from "./words.ts";

/**
 * Returns the members of a resource's records that name other records, in all answers that show them. A
 * member such as `latest_deployment_id` refers to the newest record below its own, if no request gives
 * it.
 *
 * @param own the operations of the resource
 * @param all the operations of all resources
 */
export function recordReferences(
  own: readonly Classified[],
  all: readonly Classified[],
  index: ResourceIndex,
  shapes: Shapes,
): RecordReference[] {
  const draft = own[0]?.draft;
  if (draft === undefined) return [];
  const given = new Set(own.flatMap(({ view }) => [...(view.request?.properties.keys() ?? [])]));
  const [shown = draft.shape.example] = own.flatMap(({ operation, view }) =>
    shownRecords(operation, view.example).map(({ value }) => value),
  );
  const found = new Map<string, RecordReference>();
  for (const shape of [draft.shape, ...own.flatMap((one) => shownShape(one, shapes) ?? [])]) {
    for (const { pointer, resource } of [
      ...referencesIn(shape, index, shapes),
      ...ownersIn(shape, shown, index, shapes),
    ]) {
      const [name = "", ...rest] = pointer;
      if (rest.length === 0 && name === draft.key) continue;
      const isNewest =
        rest.length === 0 &&
        !given.has(name) &&
        isCalledNewest(name, resource) &&
        isBelow(resource, draft.name, all);
      const key = pointer.join("/");
      if (!found.has(key))
        found.set(key, { pointer, resource, ...(isNewest ? { isNewest: true } : {}) });
    }
  }
  return [...found.values()];
}

/** Returns the shape of the record in an operation's answer. */
function shownShape({ view, operation }: Classified, shapes: Shapes): Shape | undefined {
  const { kind, at } = operation;
  if (view.answer === undefined || at === undefined || kind === "sign") return undefined;
  const shape = shapes.at(view.answer, at);
  return kind === "list" ? shapes.of(shape.items) : shape;
}

/** Returns the members that name a record's owner, if exactly one resource describes persons. */
function ownersIn(
  shape: Shape,
  shown: Json | undefined,
  index: ResourceIndex,
  shapes: Shapes,
): RecordReference[] {
  const people = [...persons].flatMap((noun) => index.withNoun(noun));
  const [person] = people;
  if (person === undefined || people.length > 1) return [];
  return [...shape.properties].flatMap(([name, schema]): RecordReference[] => {
    const own = shapes.of(schema);
    const isText = own.types.has("string") && !own.types.has("object");
    const isKey = isText && isLikeKey(person.keyShape, own, member(shown, name));
    return isOwnerName(name) && isKey ? [{ pointer: [name], resource: person.name }] : [];
  });
}

const persons = new Set(wordList("user account member person profile"));

/** True if a text is a UUID key, and not a name or an email address. */
function isLikeKey(key: Shape, own: Shape, example: Json | undefined): boolean {
  if (keyTypeOf(key) !== "uuid") return false;
  return keyTypeOf(own) === "uuid" || uuid.test(String(example ?? own.example ?? ""));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const newest = new Set(wordList("latest last newest current recent active"));

/**
 * True for the name of a resource's key, also after a word for the newest: `deployment_id`,
 * `latest_deployment_id`.
 */
function isCalledNewest(name: string, resource: string): boolean {
  const words = wordsOf(name).slice(0, -1);
  const [first = ""] = words;
  const called = newest.has(first) ? words.slice(1) : words;
  return nounOf(called.join("_")) === plainName(resource);
}

/** True if the paths that list or create a resource's records are below a record of another resource. */
function isBelow(resource: string, above: string, all: readonly Classified[]): boolean {
  const isMade = ({ kind }: StateOperation): boolean => kind === "create" || kind === "list";
  return all.some(
    ({ operation }) =>
      operation.resource === resource &&
      isMade(operation) &&
      operation.path.some((one) => one.resource === above),
  );
}
