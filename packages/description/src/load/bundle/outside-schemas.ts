import { member, pointerParts, toPointer, valueAt, type JsonObject } from "../../json/json.ts";
import { objectNameAt, rootCursor, type Cursor } from "../openapi/openapi-objects.ts";

/** Returns the cursor of a schema for a walk that begins there. */
export function schemaCursor(document: JsonObject, pointer: string): Cursor {
  const path = pointerParts(pointer);
  const key = path.at(-1) ?? "";
  const holder = valueAt(document, toPointer(path.slice(0, -1))) as JsonObject;
  return {
    node: member(holder, key) ?? null,
    name: "Schema",
    key,
    holder,
    parent: undefined,
    path,
  };
}

/**
 * The schemas of a document that no walk of its OpenAPI objects visits, such as those in extensions, and that
 * references lead to.
 */
export class OutsideSchemas {
  readonly #document: JsonObject;
  /** The cursor at each pointer that a reference leads to; `undefined` within OpenAPI objects. */
  readonly #known = new Map<string, Cursor | undefined>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** Where walks begin that together visit the OpenAPI objects and the schemas found so far. */
  get starts(): readonly Cursor[] {
    const found = [...this.#known.values()].filter((cursor) => cursor !== undefined);
    return [rootCursor(this.#document, "OpenApi"), ...found];
  }

  /** Returns the schema that a reference leads to, the first time, if no walk visits it. */
  find(pointer: string): Cursor | undefined {
    if (this.#known.has(pointer)) return undefined;
    const isOutside = objectNameAt(pointerParts(pointer)) === undefined;
    const cursor = isOutside ? schemaCursor(this.#document, pointer) : undefined;
    this.#known.set(pointer, cursor);
    return cursor;
  }
}
