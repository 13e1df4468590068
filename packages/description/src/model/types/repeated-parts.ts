import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { mapMembers, referencedName } from "../../json/subschemas.ts";
import { CheckCounts } from "./check-counts.ts";

/**
 * Repeated parts are removed if one value takes more checks than this. Below it, calling the shared
 * schema is simpler.
 */
const manyChecks = 100;

/**
 * Returns schemas in which no value is validated repeatedly against the same part of `allOf`. If
 * several parts extend one schema, and others extend these in turn, the paths to it double with
 * each level, so later parts leave out what an earlier part already asserts.
 * A schema with `unevaluatedProperties` or `unevaluatedItems` stays whole, because it depends on
 * what its parts have evaluated (JSON Schema 2020-12 core, section 11).
 */
export function withoutRepeatedParts(schemas: JsonObject): JsonObject {
  const counts = new CheckCounts(schemas);
  const parts = new PartCutter(schemas);
  return mapMembers(schemas, (schema) =>
    counts.of(schema) > manyChecks ? parts.cut(schema) : schema,
  );
}

class PartCutter {
  readonly #schemas: JsonObject;
  readonly #closures = new Map<string, ReadonlySet<string>>();

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /**
   * Removes the repeated parts of a schema. Returns the given schema itself if there are none.
   * @param held the names of the schemas that are asserted already
   */
  cut(schema: Json, held: Set<string> = new Set()): Json {
    if (!isObject(schema)) return schema;
    const own = isWhole(schema) ? new Set<string>() : held;
    const name = referencedName(schema);
    if (name !== undefined) for (const one of this.#closure(name)) own.add(one);
    if (member(schema, "allOf") === undefined) return schema;
    let isChanged = false;
    const parts = arrayMember(schema, "allOf").flatMap((part) => {
      const kept = this.#part(part, own);
      isChanged ||= kept.length !== 1 || kept[0] !== part;
      return kept;
    });
    return isChanged ? { ...schema, allOf: parts } : schema;
  }

  /** Returns a part without what is asserted already. */
  #part(part: Json, held: Set<string>): Json[] {
    const name = referencedName(part);
    if (name === undefined || !isObject(part)) return [this.cut(part, held)];
    const { $ref, ...beside } = part;
    const left = Object.keys(beside).length === 0 ? [] : [this.cut(beside, held)];
    if (held.has(name)) return left;
    const target = member(this.#schemas, name);
    const closure = this.#closure(name);
    const overlaps = [...closure].some((one) => held.has(one));
    if (!overlaps || !isObject(target) || isWhole(target)) {
      for (const one of closure) held.add(one);
      return left.length === 0 ? [part] : [{ $ref: $ref as Json }, ...left];
    }
    held.add(name);
    return [this.#written(target, held), ...left];
  }

  /** Inlines a named schema; its own reference becomes another part. */
  #written(target: JsonObject, held: Set<string>): Json {
    const { $ref: reference, ...rest } = target;
    if (reference === undefined) return this.cut(rest, held);
    return this.cut({ ...rest, allOf: [{ $ref: reference }, ...arrayMember(rest, "allOf")] }, held);
  }

  /** Returns the names of all schemas that a named schema asserts, including its own name. */
  #closure(name: string): ReadonlySet<string> {
    const known = this.#closures.get(name);
    if (known !== undefined) return known;
    const found = new Set([name]);
    this.#closures.set(name, found);
    const add = (schema: Json | undefined): void => {
      const target = referencedName(schema);
      if (target !== undefined) for (const one of this.#closure(target)) found.add(one);
      arrayMember(schema, "allOf").forEach(add);
    };
    add(member(this.#schemas, name));
    return found;
  }
}

/** Returns true if a schema depends on what its parts have evaluated. */
function isWhole(schema: JsonObject): boolean {
  return ["unevaluatedProperties", "unevaluatedItems"].some(
    (keyword) => member(schema, keyword) !== undefined,
  );
}
