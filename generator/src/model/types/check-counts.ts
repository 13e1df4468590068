import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { eachSubschema, referencedName } from "../../subschemas.ts";
import { inPlace } from "./break-cycles.ts";

/** The most that is counted. */
const limit = 1e9;

/**
 * Counts the schemas that one value is held against by way of another schema, each as often as there are ways
 * to it. Named schemas are counted once, so that the numbers double from level to level and the time
 * does not. Schemas must not hold themselves in place.
 */
export class CheckCounts {
  readonly #schemas: JsonObject;
  readonly #counts = new Map<string, number>();

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** The count of a schema; `limit` and more are the same. */
  of(schema: Json | undefined): number {
    let count = 0;
    const stack: (Json | undefined)[] = [schema];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      count += 1;
      if (!isObject(node)) continue;
      const name = referencedName(node);
      if (name !== undefined) count += this.#named(name);
      eachSubschema(node, (below) => stack.push(below), inPlace);
    }
    return Math.min(count, limit);
  }

  #named(name: string): number {
    const known = this.#counts.get(name);
    if (known !== undefined) return known;
    // A reference to itself is none to count.
    this.#counts.set(name, 0);
    const count = this.of(member(this.#schemas, name));
    this.#counts.set(name, count);
    return count;
  }
}
