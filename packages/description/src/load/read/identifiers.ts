import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type JsonObject,
} from "../../json/json.ts";
import { relativeUri } from "./resolve-reference.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "../openapi/openapi-objects.ts";

/** The identifiers of a file, with the places of their schemas. */
export interface Identifiers {
  /** URI without fragment → JSON pointer of its schema. */
  readonly resources: ReadonlyMap<string, string>;
  /** URI with an anchor as its fragment → JSON pointer of the first schema with that anchor. */
  readonly anchors: ReadonlyMap<string, string>;
  /**
   * Marks a referenced schema with the dynamic anchors of its resource, because the schema may be moved out
   * of that resource. The anchors are references, which move with the schema.
   */
  enter(pointer: string): void;
}

/** True if a text may contain a keyword that {@link resolveIdentifiers} handles. */
export function mayHaveIdentifiers(text: string): boolean {
  return /\$(?:id|anchor|dynamicAnchor|dynamicRef)\b/.test(text);
}

/**
 * Rewrites references by identifier, in place. `$id` gives a schema a URI, which is the base of the
 * references in it, and `$anchor` a name (JSON Schema 2020-12 core, section 8.2). References into the file
 * become JSON pointers, other relative ones become absolute. Dynamic references and anchors become {@link
 * dynamicReferenceKeyword} and {@link dynamicAnchorsKeyword}.
 *
 * @param uri the file's own URI
 */
export function resolveIdentifiers(document: JsonObject, uri: string): Identifiers {
  const file = new IdentifiedFile(document, uri);
  for (const start of starts(document)) walkObjects(start, (cursor) => file.identify(cursor));
  for (const pointer of file.resourceAt.keys()) file.enter(pointer);
  for (const start of starts(document)) walkObjects(start, (cursor) => file.rewrite(cursor));
  return file;
}

/** Returns where schemas may be: in a description, in a file that is one schema, or in a map of schemas. */
function starts(document: JsonObject): Cursor[] {
  if (document["openapi"] !== undefined || document["components"] !== undefined)
    return [rootCursor(document, "OpenApi")];
  if (schemaKeywords.some((keyword) => document[keyword] !== undefined))
    return [rootCursor(document, "Schema")];
  return Object.entries(document).map(([key, node]) => ({
    ...rootCursor(node, "Schema"),
    key,
    holder: document,
    path: [key],
  }));
}

const schemaKeywords =
  "$schema $id $ref $anchor $dynamicAnchor $dynamicRef $defs definitions type properties items prefixItems allOf anyOf oneOf not if enum const".split(
    " ",
  );

/** A schema with a scope of its own: one with `$id`, or one that is in no other schema. */
interface Resource {
  readonly node: JsonObject;
  readonly base: string;
  readonly pointer: string;
  /** Anchor → JSON pointer of its schema. */
  readonly anchors: Map<string, string>;
  /** The part of {@link anchors} from `$dynamicAnchor`. */
  readonly dynamic: Map<string, string>;
}

class IdentifiedFile implements Identifiers {
  readonly resources = new Map<string, string>();
  readonly anchors = new Map<string, string>();
  /** JSON pointer → the resource with its root there. */
  readonly resourceAt = new Map<string, Resource>();
  readonly #document: JsonObject;
  readonly #uri: string;
  readonly #resources = new Map<object, Resource>();

  constructor(document: JsonObject, uri: string) {
    this.#document = document;
    this.#uri = uri;
  }

  /** Records the identifiers of a schema. */
  readonly identify = (cursor: Cursor): void => {
    const { node, name } = cursor;
    if (name !== "Schema" || !isObject(node)) return;
    const outer = this.#resourceOf(cursor);
    const id = resolveUri(stringMember(node, "$id"), outer?.base ?? this.#uri);
    let resource = outer;
    if (id !== undefined || resource === undefined) {
      const base = id === undefined ? this.#uri : withoutFragment(id);
      const pointer = cursorPointer(cursor);
      resource = { node, base, pointer, anchors: new Map(), dynamic: new Map() };
      this.#resources.set(node, resource);
      this.resourceAt.set(pointer, resource);
      if (id !== undefined) this.resources.set(base, pointer);
    }
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = stringMember(node, keyword);
      if (anchor === undefined) continue;
      const pointer = cursorPointer(cursor);
      // A file can also be referenced by the URI it was read from, whatever its `$id`.
      for (const base of resource.pointer === "" ? [resource.base, this.#uri] : [resource.base])
        if (!this.anchors.has(`${base}#${anchor}`)) this.anchors.set(`${base}#${anchor}`, pointer);
      resource.anchors.set(anchor, pointer);
      if (keyword === "$dynamicAnchor") resource.dynamic.set(anchor, pointer);
    }
  };

  /** Rewrites the references of a schema. */
  readonly rewrite = (cursor: Cursor): void => {
    const { node, name } = cursor;
    if (name !== "Schema" || !isObject(node)) return;
    const resource = this.#resourceOf(cursor);
    if (resource === undefined) return;
    const reference = stringMember(node, "$ref");
    if (reference !== undefined) node["$ref"] = this.#rewritten(reference, resource);
    const dynamic = stringMember(node, "$dynamicRef");
    if (dynamic !== undefined) this.#rewriteDynamic(node, dynamic, resource);
  };

  enter(pointer: string): void {
    const node = valueAt(this.#document, pointer);
    if (!isObject(node)) return;
    let at = pointer;
    while (at !== "" && !this.resourceAt.has(at)) at = at.slice(0, at.lastIndexOf("/"));
    const anchors = [...(this.resourceAt.get(at)?.dynamic ?? [])];
    if (anchors.length === 0) return;
    const references = anchors.map(([anchor, place]) => [anchor, { $ref: `#${place}` }]);
    node[dynamicAnchorsKeyword] = Object.fromEntries(references) as JsonObject;
  }

  #resourceOf(cursor: Cursor): Resource | undefined {
    for (let at: Cursor | undefined = cursor; at?.name === "Schema"; at = at.parent) {
      const resource = isObject(at.node) ? this.#resources.get(at.node) : undefined;
      if (resource !== undefined) return resource;
    }
    return undefined;
  }

  #rewritten(reference: string, from: Resource): string {
    const pointer = this.#pointerOf(reference, from);
    this.enter(pointer ?? decode(reference.replace(/^#(?=\/)/, "")));
    if (pointer !== undefined) return `#${pointer}`;
    if (reference.startsWith("#")) return reference;
    const full = from.base === this.#uri ? undefined : resolveUri(reference, from.base);
    if (full === undefined) return reference;
    return full.startsWith("file:") ? relativeUri(this.#uri, full) : full;
  }

  /** Returns the place of a reference's target in this file; `undefined` if it is elsewhere or missing. */
  #pointerOf(reference: string, from: Resource): string | undefined {
    const full = resolveUri(reference, from.base);
    if (full === undefined) return undefined;
    const uri = withoutFragment(full);
    const fragment = decode(full.slice(uri.length + 1));
    const isOwn = uri === from.base;
    if (fragment !== "" && !fragment.startsWith("/"))
      return (
        (isOwn ? from.anchors.get(fragment) : undefined) ?? this.anchors.get(`${uri}#${fragment}`)
      );
    const resource = this.resources.get(uri);
    if (resource === undefined || fragment === "") return resource;
    // Authors who give a schema an `$id` often still mean the document by `#/components`.
    const pointer = resource + toPointer(pointerParts(fragment));
    return valueAt(this.#document, pointer) === undefined ? undefined : pointer;
  }

  /**
   * Rewrites a `$dynamicRef`. It is dynamic if the schema it leads to statically has that name as a dynamic
   * anchor (core, section 8.2.3.2).
   */
  #rewriteDynamic(node: JsonObject, reference: string, from: Resource): void {
    const anchor = /#([^/]+)$/.exec(reference)?.[1];
    const pointer = this.#pointerOf(reference, from);
    const target = pointer === undefined ? undefined : valueAt(this.#document, pointer);
    const isDynamic = pointer === undefined || stringMember(target, "$dynamicAnchor") === anchor;
    delete node["$dynamicRef"];
    const rewritten: JsonObject = { $ref: this.#rewritten(reference, from) };
    // Without a static target, only the name of the anchor counts.
    const own = pointer === undefined && reference.startsWith("#") ? true : rewritten;
    if (anchor !== undefined && isDynamic) node[dynamicReferenceKeyword] = { [anchor]: own };
    else if (node["$ref"] === undefined) Object.assign(node, rewritten);
    else node["allOf"] = [...[member(node, "allOf") ?? []].flat(), rewritten];
  }
}

/** Our own keyword for the dynamic anchors of the resource that a schema is in. */
export const dynamicAnchorsKeyword = "x-dynamic-anchors";

/**
 * Our own keyword for a dynamic reference: its anchor, with the schema it leads to if no outer resource has
 * that anchor.
 */
export const dynamicReferenceKeyword = "x-dynamic-reference";

function resolveUri(reference: string | undefined, base: string): string | undefined {
  return reference === undefined ? undefined : URL.parse(reference, base)?.href;
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
