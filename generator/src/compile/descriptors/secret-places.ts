import {
  isObject,
  member,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { subschemas } from "../../subschemas.ts";

/**
 * A place in a value, as the runtime's `SensitiveParts` has it: a JSON pointer with `*` for any item
 * or member, or `**` and the name of a member at any depth.
 */
export type SecretPlace = string;

/** Keywords whose schemas speak of the same value as the one that holds them, or of the JSON in it. */
const sameValue = new Set(
  "allOf anyOf contentSchema dependentSchemas else if oneOf then".split(" "),
);

/** Keywords whose schemas are about no value that is there. */
const noValue = new Set(["$defs", "definitions", "not", "propertyNames"]);

/** More places than these are given by the names of their members, wherever these are. */
const mostPlaces = 100;

/** The depth to which references are followed; places beyond are given by names. */
const mostReferences = 100;

/** True if a schema marks its value as secret. */
function isSecret(schema: JsonObject): boolean {
  return (
    member(schema, "writeOnly") === true ||
    member(schema, "format") === "password" ||
    member(schema, "x-sensitive") === true
  );
}

/** A schema on the way, the member that it is in, and whether that is within a text. */
interface Visit {
  readonly schema: Json | undefined;
  readonly name: string | undefined;
  readonly isText: boolean;
}

/** Finds what is secret in values: `writeOnly`, of `format: password`, or marked with `x-sensitive`. */
export class SecretPlaces {
  readonly #document: JsonObject;
  readonly #known = new Map<string, readonly SecretPlace[]>();
  /** The references on the way to the schema at hand. */
  readonly #open = new Set<string>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The secret places in the values of a schema; those of recursive schemas are given by names. */
  of(schema: Json | undefined): readonly SecretPlace[] {
    if (!isObject(schema)) return [];
    if (isSecret(schema)) return [""];
    const found = new Set<SecretPlace>();
    const reference = stringMember(schema, "$ref");
    if (reference !== undefined) for (const place of this.#referenced(reference)) found.add(place);
    for (const { schema: part, path } of subschemas(schema)) {
      const step = stepOf(path);
      if (step === undefined) continue;
      // What is in a text cannot be pointed at.
      const isText = path[0] === "contentSchema";
      for (const place of this.of(part)) found.add(isText ? "" : joined(step, place));
    }
    return limited(found);
  }

  #referenced(reference: string): readonly SecretPlace[] {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    if (this.#open.has(reference) || this.#open.size >= mostReferences)
      return this.#named(reference);
    this.#open.add(reference);
    const places = this.of(valueAt(this.#document, reference.slice(1)));
    this.#open.delete(reference);
    this.#known.set(reference, places);
    return places;
  }

  /** The names of all secret members that a schema gets to; the whole value where one has none. */
  #named(start: string): readonly SecretPlace[] {
    const found = new Set<SecretPlace>();
    const seen = new Set<string>();
    const stack: Visit[] = [{ schema: { $ref: start }, name: undefined, isText: false }];
    for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
      const { schema, name, isText } = visit;
      if (!isObject(schema)) continue;
      if (isSecret(schema)) {
        found.add(name === undefined ? "" : joined("**", toPointer([name])));
        continue;
      }
      const reference = stringMember(schema, "$ref");
      const key = JSON.stringify([reference, name, isText]);
      const next: Visit[] = [];
      if (reference !== undefined && !seen.has(key)) {
        seen.add(key);
        next.push({ schema: valueAt(this.#document, reference.slice(1)), name, isText });
      }
      for (const { schema: part, path } of subschemas(schema)) {
        if (stepOf(path) === undefined) continue;
        // A name in a text is none of the value's.
        const own = path[0] === "properties" && !isText ? String(path[1]) : name;
        next.push({ schema: part, name: own, isText: isText || path[0] === "contentSchema" });
      }
      stack.push(...next.toReversed());
    }
    return limited(found);
  }
}

/** The step from a value to that of a schema in its own; `undefined` where there is none. */
function stepOf(path: readonly (string | number)[]): string | undefined {
  const [keyword, name] = path;
  if (noValue.has(String(keyword))) return undefined;
  if (keyword === "properties") return toPointer([String(name)]);
  return sameValue.has(String(keyword)) ? "" : "/*";
}

function joined(step: string, place: SecretPlace): SecretPlace {
  return place.startsWith("**") ? place : step + place;
}

/** As few places as say the same; names instead where there are too many. */
function limited(found: ReadonlySet<SecretPlace>): readonly SecretPlace[] {
  if (found.has("")) return [""];
  const names = new Set([...found].filter((place) => place.startsWith("**")).map(tokenOf));
  const isCovered = (place: SecretPlace): boolean =>
    !place.startsWith("**") && place.split("/").some((token, at) => at > 0 && names.has(token));
  const places = [...found].filter((place) => !isCovered(place));
  if (places.length <= mostPlaces) return places;
  const named = new Set([...found].map(nameOf));
  return named.has("") ? [""] : [...named];
}

const tokenOf = (place: SecretPlace): string => place.slice("**/".length);

/** The member that a place is in, at any depth. */
function nameOf(place: SecretPlace): SecretPlace {
  const name = place.split("/").findLast((token) => token !== "*" && token !== "**");
  return name === undefined || name === "" ? "" : `**/${name}`;
}
