import {
  isObject,
  member,
  objectMember,
  stringMember,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { PatternTexts } from "./pattern-text.ts";
import { rootCursor, walkObjects } from "../../load/openapi/openapi-objects.ts";

/**
 * The schemas of a description by reference: by pointer, by anchor, or by `$id` (JSON Schema 2020-12
 * core, section 8.2); and their patterns.
 */
export class SchemaIndex {
  readonly patterns = new PatternTexts();
  readonly #document: JsonObject;
  readonly #targets = new Map<string, Json | undefined>();
  #identified: ReadonlyMap<string, Json> | undefined;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The target of a schema's reference; `undefined` where it has none, or one that leads nowhere. */
  referenced(
    schema: JsonObject,
  ): { readonly reference: string; readonly schema: Json } | undefined {
    const reference = stringMember(schema, "$ref") ?? stringMember(schema, "$dynamicRef");
    if (reference === undefined) return undefined;
    const target = this.#target(reference);
    return target === undefined ? undefined : { reference, schema: target };
  }

  #target(reference: string): Json | undefined {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const found = this.#find(reference);
    this.#targets.set(reference, found);
    return found;
  }

  #find(reference: string): Json | undefined {
    if (reference === "#") return undefined;
    if (reference.startsWith("#/")) return valueAt(this.#document, decoded(reference.slice(1)));
    this.#identified ??= identifiedSchemas(this.#document);
    return this.#identified.get(reference.replace(/^[^#]+#(?=.)/, "#"));
  }
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function identifiedSchemas(document: JsonObject): Map<string, Json> {
  const found = new Map<string, Json>();
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  for (const schema of Object.values(schemas)) {
    walkObjects(rootCursor(schema, "Schema"), ({ node, name }) => {
      if (name !== "Schema" || !isObject(node)) return;
      for (const keyword of ["$anchor", "$dynamicAnchor"]) {
        const anchor = member(node, keyword);
        if (typeof anchor === "string" && !found.has(`#${anchor}`)) found.set(`#${anchor}`, node);
      }
      const id = stringMember(node, "$id");
      if (id !== undefined && !found.has(id)) found.set(id, node);
    });
  }
  return found;
}
