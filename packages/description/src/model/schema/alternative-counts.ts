import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";
import type { Schema } from "./schema.ts";

/**
 * The most alternatives that a type may get from combining unions. TypeScript expands every
 * combination into a union, and fails at 100 000.
 */
const most = 10_000;

/**
 * Counts the alternatives of component schemas, without the parts that {@link withinBounds} drops.
 */
export class AlternativeCounts {
  readonly #schemas: JsonObject;
  readonly #known = new Map<string, number>();

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** Returns the number of alternatives of a component schema. */
  named(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#known.set(name, 1);
    const count = this.#of(member(this.#schemas, name));
    this.#known.set(name, count);
    return count;
  }

  #of(schema: Json | undefined): number {
    if (!isObject(schema)) return 1;
    const name = referencedName(schema);
    const factors = arrayMember(schema, "allOf").map((part) => this.#of(part));
    if (name !== undefined) factors.push(this.named(name));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = arrayMember(schema, keyword).map((branch) => this.#of(branch));
      if (branches.length > 0) factors.push(sum(branches));
    }
    return withinBounds(factors).reduce((product, factor) => product * factor, 1);
  }
}

/**
 * Returns the number of alternatives of a schema.
 * @param named returns the number for a component schema
 */
export function alternativesOf(schema: Schema, named: (name: string) => number): number {
  switch (schema.kind) {
    case "reference":
      return named(schema.name);
    case "union":
      return sum(schema.alternatives.map((one) => alternativesOf(one, named)));
    case "intersection":
      return schema.parts
        .map((part) => alternativesOf(part, named))
        .reduce((product, factor) => product * factor, 1);
    default:
      return 1;
  }
}

/** Drops the largest factors until the product is within the limit, but keeps at least one. */
function withinBounds(factors: readonly number[]): number[] {
  return keptWithin(factors, (factor) => factor);
}

/**
 * Drops the items with the largest counts until the product of the counts is within the limit, but
 * keeps at least one.
 */
export function keptWithin<Item>(items: readonly Item[], count: (item: Item) => number): Item[] {
  const counted = items.map((item) => ({ item, count: count(item) }));
  let product = counted.reduce((total, one) => total * one.count, 1);
  const left = new Set(counted);
  for (const one of counted.toSorted((a, b) => b.count - a.count)) {
    if (product <= most || left.size === 1) break;
    left.delete(one);
    product = [...left].reduce((total, other) => total * other.count, 1);
  }
  return [...left].map(({ item }) => item);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
