import { isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { eachSubschema, referencedName } from "../../json/subschemas.ts";
import { inPlace } from "./break-cycles.ts";

/** The highest count. */
const limit = 1e9;

/**
 * Counts the subschemas that validate the same value, each once per path that leads to it. The
 * counts can double with each level, but each named schema is computed only once. Schemas must not
 * contain themselves in place.
 */
export class CheckCounts {
  readonly #schemas: JsonObject;
  readonly #counts = new Map<string, number>();

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** Returns the count of a schema, at most `limit`. */
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
    // A reference to itself counts as nothing.
    this.#counts.set(name, 0);
    const count = this.of(member(this.#schemas, name));
    this.#counts.set(name, count);
    return count;
  }
}
