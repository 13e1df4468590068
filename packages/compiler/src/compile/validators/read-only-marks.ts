import { member, type Json } from "@openapi-packages/description/json/json";
import {
  reachableNames,
  reversed,
  schemaParts,
} from "@openapi-packages/description/model/schema-references";
import { readOnlyMark } from "@openapi-packages/description/model/variants/derive-variants";
import type { NamedSchemas } from "../named-schemas.ts";
import { referenceOf } from "../schema-reader.ts";

/** Finds the schemas that mark read-only members, directly or through references. */
export class ReadOnlyMarks {
  readonly #schemas: NamedSchemas;
  #names: ReadonlySet<string> | undefined;

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  /** True if checking a schema may find read-only members. */
  mayMark(schema: Json): boolean {
    if (isMarked(schema)) return true;
    this.#names ??= this.#markedNames();
    const names = this.#names;
    return names.size > 0 && [...this.#referred(schema)].some((name) => names.has(name));
  }

  #markedNames(): ReadonlySet<string> {
    const all = this.#schemas.all;
    const marked = all.filter(({ json: schema }) => isMarked(schema)).map(({ name }) => name);
    if (marked.length === 0) return new Set();
    const references = new Map(all.map(({ name, json: schema }) => [name, this.#referred(schema)]));
    return reachableNames(marked, reversed(references));
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
}

/** True if a schema's own text contains a mark. */
function isMarked(schema: Json): boolean {
  for (const part of schemaParts(schema)) if (member(part, readOnlyMark) === true) return true;
  return false;
}
