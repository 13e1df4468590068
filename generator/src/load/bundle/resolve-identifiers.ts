import {
  isObject,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "../openapi/openapi-objects.ts";

/** Stands for the place that the description was read from. */
const documentUri = "https://description.invalid/";

/** The identifiers of a document, and the places that they name. */
interface Identifiers {
  /** URI without fragment → JSON pointer of the schema that it identifies. */
  readonly resources: ReadonlyMap<string, string>;
  /** URI with an anchor as its fragment → JSON pointers; more than one where `$dynamicAnchor` repeats. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  /** Names of dynamic anchors → JSON pointers, wherever in the document. */
  readonly dynamic: ReadonlyMap<string, readonly string[]>;
  /** The base URI of a schema. */
  baseOf(cursor: Cursor): string;
}

/** True if a text may hold what {@link resolveIdentifiers} looks for. */
export function mayHaveIdentifiers(text: string): boolean {
  return /\$(?:id|anchor|dynamicAnchor)\b/.test(text);
}

/**
 * Rewrites references by identifier as JSON pointers, in place: `$id` gives a schema a URI that is
 * the base of references in it, `$anchor` a name (JSON Schema 2020-12 core, section 8.2). A
 * `$dynamicRef` whose anchor is one place only is an ordinary reference.
 */
export function resolveIdentifiers(document: JsonObject): void {
  const identifiers = findIdentifiers(document);
  if (identifiers.resources.size + identifiers.anchors.size === 0) return;
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const { node, name } = cursor;
    if (name !== "Schema" || !isObject(node)) return;
    const reference = stringMember(node, "$ref");
    if (reference !== undefined) {
      const pointer = resolveReference(
        document,
        identifiers,
        identifiers.baseOf(cursor),
        reference,
      );
      if (pointer !== undefined) node["$ref"] = `#${pointer}`;
    }
    const [only, ...others] =
      identifiers.dynamic.get(stringMember(node, "$dynamicRef")?.replace(/^#/, "") ?? "") ?? [];
    if (only === undefined || others.length > 0) return;
    node["$ref"] = `#${only}`;
    delete node["$dynamicRef"];
  });
}

function findIdentifiers(document: JsonObject): Identifiers {
  const resources = new Map<string, string>();
  const anchors = new Map<string, string[]>();
  const dynamic = new Map<string, string[]>();
  const bases = new Map<object, string>();
  const baseOf = (cursor: Cursor): string => {
    for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent) {
      const base = isObject(at.node) ? bases.get(at.node) : undefined;
      if (base !== undefined) return base;
    }
    return documentUri;
  };
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const { node, name } = cursor;
    if (name !== "Schema" || !isObject(node)) return;
    const id = resolveUri(stringMember(node, "$id"), baseOf(cursor));
    if (id !== undefined) {
      bases.set(node, withoutFragment(id));
      resources.set(withoutFragment(id), cursorPointer(cursor));
    }
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = stringMember(node, keyword);
      if (anchor === undefined) continue;
      const pointer = cursorPointer(cursor);
      add(anchors, `${baseOf(cursor)}#${anchor}`, pointer);
      if (keyword === "$dynamicAnchor") add(dynamic, anchor, pointer);
    }
  });
  return { resources, anchors, dynamic, baseOf };
}

function add(map: Map<string, string[]>, key: string, pointer: string): void {
  map.set(key, [...(map.get(key) ?? []), pointer]);
}

/** The pointer that a reference by identifier means; `undefined` where it is none. */
function resolveReference(
  document: Json,
  { resources, anchors }: Identifiers,
  base: string,
  reference: string,
): string | undefined {
  const full = resolveUri(reference, base);
  if (full === undefined) return undefined;
  const uri = withoutFragment(full);
  const fragment = decode(full.slice(uri.length + 1));
  const resource = resources.get(uri);
  if (fragment === "") return resource;
  if (!fragment.startsWith("/")) return anchors.get(`${uri}#${fragment}`)?.[0];
  // Authors who give a schema an identifier often mean the document by `#/components` all the same.
  const pointer = resource === undefined ? undefined : resource + toPointer(parts(fragment));
  return pointer !== undefined && valueAt(document, pointer) !== undefined ? pointer : undefined;
}

function parts(fragment: string): string[] {
  return fragment
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function resolveUri(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined) return undefined;
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function withoutFragment(uri: string): string {
  return uri.split("#", 1)[0] ?? "";
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
