import {
  isObject,
  member,
  objectMember,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { subschemas } from "@openapi-packages/description/json/subschemas";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { schemaParts } from "@openapi-packages/description/model/schema-references";

/**
 * A place in a value, as in the runtime's `SensitiveParts`: a JSON pointer with `*` for any item or
 * member, or `**` and the name of a member at any depth.
 */
export type SecretPlace = string;

/** Keywords whose schemas apply to the same value, or to the JSON inside of it. */
const sameValue = new Set(
  "allOf anyOf contentSchema dependentSchemas else if oneOf then".split(" "),
);

/** Keywords whose schemas do not apply to any part of the value. */
const noValue = new Set(["$defs", "definitions", "not", "propertyNames"]);

/** The most places to list; beyond this, members are given by name at any depth. */
const mostPlaces = 100;

/** The most nested references to follow; deeper places are given by name. */
const mostReferences = 100;

/** True if a schema marks its value as secret. */
function isSecret(schema: JsonObject): boolean {
  return (
    member(schema, "writeOnly") === true ||
    member(schema, "format") === "password" ||
    member(schema, "x-sensitive") === true
  );
}

/**
 * A schema to visit, the name of the member that contains it, and whether it describes JSON inside
 * of a string.
 */
interface Visit {
  readonly schema: Json | undefined;
  readonly name: string | undefined;
  readonly isText: boolean;
}

/** What a schema contains, without what its references lead to. */
interface Contents {
  readonly hasSecret: boolean;
  readonly references: ReadonlySet<string>;
}

/** Finds the secret places in values: `writeOnly`, `format: password` or `x-sensitive`. */
export class SecretPlaces {
  readonly #document: JsonObject;
  readonly #known = new Map<string, readonly SecretPlace[]>();
  readonly #knownNames = new Map<string, readonly SecretPlace[]>();
  readonly #contents = new Map<string, Contents>();
  /** Whether references lead to a secret. */
  readonly #leading = new Map<string, boolean>();
  /** The references that lead to the current schema. */
  readonly #open = new Set<string>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /**
   * Returns the secret places in the values of a schema. Places in recursive schemas are given by
   * name.
   */
  of(schema: Json | undefined): readonly SecretPlace[] {
    if (!isObject(schema)) return [];
    if (isSecret(schema)) return [""];
    const found = new Set<SecretPlace>();
    const reference = stringMember(schema, "$ref");
    if (reference !== undefined) for (const place of this.#referenced(reference)) found.add(place);
    for (const { json: part, path } of subschemas(schema)) {
      const step = stepOf(path);
      if (step === undefined) continue;
      // A JSON pointer cannot point into a string, so the whole string is secret.
      const isText = path[0] === "contentSchema";
      for (const place of this.of(part)) found.add(isText ? "" : joined(step, place));
    }
    return limited(found);
  }

  #referenced(reference: string): readonly SecretPlace[] {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    if (!this.#leadsToSecret(reference)) return [];
    if (this.#open.has(reference) || this.#open.size >= mostReferences) {
      const names = this.#knownNames.get(reference) ?? this.#named(reference);
      this.#knownNames.set(reference, names);
      return names;
    }
    this.#open.add(reference);
    const places = this.of(valueAt(this.#document, reference.slice(1)));
    this.#open.delete(reference);
    this.#known.set(reference, places);
    return places;
  }

  /** Returns true if a secret is reached through a reference, in any number of steps. */
  #leadsToSecret(reference: string): boolean {
    const known = this.#leading.get(reference);
    if (known !== undefined) return known;
    const reached = new Set([reference]);
    // The loop also visits what is added meanwhile.
    for (const one of reached) {
      const { hasSecret, references } = this.#contentsOf(one);
      if (hasSecret || this.#leading.get(one) === true) {
        this.#leading.set(reference, true);
        return true;
      }
      for (const next of references) reached.add(next);
    }
    for (const one of reached) this.#leading.set(one, false);
    return false;
  }

  #contentsOf(reference: string): Contents {
    const known = this.#contents.get(reference);
    if (known !== undefined) return known;
    const references = new Set<string>();
    let hasSecret = false;
    for (const part of schemaParts(valueAt(this.#document, reference.slice(1)) ?? null)) {
      hasSecret ||= isSecret(part);
      const next = stringMember(part, "$ref");
      if (next !== undefined) references.add(next);
    }
    const contents = { hasSecret, references };
    this.#contents.set(reference, contents);
    return contents;
  }

  /**
   * Returns the names of all secret members that a schema reaches; the whole value if one of them
   * has no name.
   */
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
      if (reference !== undefined && !seen.has(key) && this.#leadsToSecret(reference)) {
        seen.add(key);
        next.push({ schema: valueAt(this.#document, reference.slice(1)), name, isText });
      }
      for (const { json: part, path } of subschemas(schema)) {
        if (stepOf(path) === undefined) continue;
        // The members of JSON inside of a string are not members of the value.
        const own = path[0] === "properties" && !isText ? String(path[1]) : name;
        next.push({ schema: part, name: own, isText: isText || path[0] === "contentSchema" });
      }
      stack.push(...next.toReversed());
    }
    return limited(found);
  }
}

/**
 * Returns the JSON pointer from a value to the value of its subschema; `undefined` if there is
 * none.
 */
function stepOf(path: readonly (string | number)[]): string | undefined {
  const [keyword, name] = path;
  if (noValue.has(String(keyword))) return undefined;
  if (keyword === "properties") return toPointer([String(name)]);
  return sameValue.has(String(keyword)) ? "" : "/*";
}

function joined(step: string, place: SecretPlace): SecretPlace {
  return place.startsWith("**") ? place : step + place;
}

/** Removes places that names cover already, and replaces too many places by names. */
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

/** Returns the innermost named member of a place, as a place at any depth. */
function nameOf(place: SecretPlace): SecretPlace {
  const name = place.split("/").findLast((token) => token !== "*" && token !== "**");
  return name === undefined || name === "" ? "" : `**/${name}`;
}

/** Returns the names of all members of a model's schemas whose values, or items, are secret. */
export function secretNames({ document, schemas }: ApiModel): readonly string[] {
  const places = new SecretPlaces(document);
  const members = schemas
    .flatMap(({ json: schema }) => [...schemaParts(schema)])
    .flatMap((part) => Object.entries(objectMember(part, "properties") ?? {}));
  const secret = members.filter(([, schema]) =>
    places.of(schema).some((one) => nameOf(one) === ""),
  );
  return [...new Set(secret.map(([name]) => name))].toSorted();
}
