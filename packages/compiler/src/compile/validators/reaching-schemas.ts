import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import {
  reachableNames,
  reversed,
  schemaParts,
} from "@openapi-packages/description/model/schema-references";
import type { NamedSchemas } from "../named-schemas.ts";
import { referenceOf } from "../schema-reader.ts";

/** Finds the schemas that contain a part of a kind, directly or through references. */
export class ReachingSchemas {
  readonly #schemas: NamedSchemas;
  readonly #isWanted: (part: JsonObject) => boolean;
  #names: ReadonlySet<string> | undefined;

  /** @param isWanted true for the parts to find */
  constructor(schemas: NamedSchemas, isWanted: (part: JsonObject) => boolean) {
    this.#schemas = schemas;
    this.#isWanted = isWanted;
  }

  /** True if a schema contains such a part. */
  has(schema: Json): boolean {
    if (this.#isIn(schema)) return true;
    this.#names ??= this.#reachingNames();
    const names = this.#names;
    return names.size > 0 && [...this.#referred(schema)].some((name) => names.has(name));
  }

  #reachingNames(): ReadonlySet<string> {
    const all = this.#schemas.all;
    const own = all.filter(({ json: schema }) => this.#isIn(schema)).map(({ name }) => name);
    if (own.length === 0) return new Set();
    const references = new Map(all.map(({ name, json: schema }) => [name, this.#referred(schema)]));
    return reachableNames(own, reversed(references));
  }

  /** Returns the names of the schemas that a schema refers to, at any depth of its own text. */
  #referred(schema: Json): ReadonlySet<string> {
    const references = [...schemaParts(schema)].map(referenceOf);
    return new Set(
      references.flatMap((one) =>
        one === undefined ? [] : (this.#schemas.named(one)?.name ?? []),
      ),
    );
  }

  #isIn(schema: Json): boolean {
    for (const part of schemaParts(schema)) if (this.#isWanted(part)) return true;
    return false;
  }
}
