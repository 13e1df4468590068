import { isObject, toPointer, type Json, type JsonObject } from "../../json/json.ts";
import { everyMember, memberTables, type Member, type ObjectName } from "./object-members.ts";

export { methodNames, type ObjectName } from "./object-members.ts";

/** The section of `components` for each object that can be referenced. */
export const componentSections: Readonly<Partial<Record<ObjectName, string>>> = {
  Schema: "schemas",
  Response: "responses",
  Parameter: "parameters",
  Example: "examples",
  RequestBody: "requestBodies",
  Header: "headers",
  SecurityScheme: "securitySchemes",
  Link: "links",
  Callback: "callbacks",
  MediaType: "mediaTypes",
};

/** A node of a description with the path that the walk took to it. */
export interface Cursor {
  readonly node: Json;
  readonly name: ObjectName;
  readonly key: string | number;
  readonly holder: JsonObject | Json[] | undefined;
  readonly parent: Cursor | undefined;
  /** The members between the parent object and this one, such as `["properties", "id"]`. */
  readonly path: readonly (string | number)[];
}

/** Creates the cursor of a walk's first node. */
export function rootCursor(node: Json, name: ObjectName): Cursor {
  return { node, name, key: "", holder: undefined, parent: undefined, path: [] };
}

/** Returns the path from the root of the walk to a node. It is built only when needed. */
export function cursorPath(cursor: Cursor): (string | number)[] {
  const parts: (string | number)[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    parts.unshift(...at.path);
  return parts;
}

/** Returns the JSON pointer from the root of the walk to a node. */
export function cursorPointer(cursor: Cursor): string {
  return toPointer(cursorPath(cursor));
}

/** Returns the path that an object is under; empty if it is under none. */
export function pathOf(cursor: Cursor): string {
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    if (at.parent?.name === "Paths") return String(at.key);
  return "";
}

/** Visits an object. Returning `false` skips everything below it. */
export type Visitor = (cursor: Cursor) => boolean | void;

/**
 * Visits every OpenAPI object under a node in document order, parents first. It does not recurse, so memory
 * alone limits the depth. A visitor that returns `false` skips everything below; one that replaces a node
 * does so through `holder` and `key`.
 */
export function walkObjects(start: Cursor, visit: Visitor): void {
  const stack: Cursor[] = [start];
  for (let cursor = stack.pop(); cursor !== undefined; cursor = stack.pop()) {
    if (visit(cursor) === false) continue;
    const first = stack.length;
    pushChildren(stack, cursor);
    // The stack pops the last child first, so reverse them.
    for (let low = first, high = stack.length - 1; low < high; low += 1, high -= 1) {
      const child = stack[low] as Cursor;
      stack[low] = stack[high] as Cursor;
      stack[high] = child;
    }
  }
}

/**
 * Combines visitors into one that calls them in order. One that returns `false` skips what is below, while
 * the others go on.
 */
export function inTurn(...visitors: readonly Visitor[]): Visitor {
  const all = visitors.map((visit) => ({ visit, left: new Set<Cursor>() }));
  return (cursor) => {
    let isEntered = false;
    for (const { visit, left } of all) {
      const isAway = cursor.parent !== undefined && left.has(cursor.parent);
      if (isAway || visit(cursor) === false) left.add(cursor);
      else isEntered = true;
    }
    return isEntered;
  };
}

/** A node below another. Its path is built only when needed. */
class Child implements Cursor {
  readonly node: Json;
  readonly name: ObjectName;
  readonly key: string | number;
  readonly holder: JsonObject | Json[];
  readonly parent: Cursor;
  readonly #section: string | undefined;

  constructor(
    parent: Cursor,
    holder: JsonObject | Json[],
    name: ObjectName,
    key: string | number,
    section?: string,
  ) {
    this.node = (holder as Record<string | number, Json>)[key] as Json;
    this.name = name;
    this.key = key;
    this.holder = holder;
    this.parent = parent;
    this.#section = section;
  }

  get path(): readonly (string | number)[] {
    return this.#section === undefined ? [this.key] : [this.#section, this.key];
  }
}

function pushChildren(stack: Cursor[], parent: Cursor): void {
  const { node, name } = parent;
  if (!isObject(node)) return;
  const every = everyMember[name];
  if (every !== undefined) {
    for (const key of Object.keys(node))
      if (!key.startsWith("x-")) stack.push(new Child(parent, node, every, key));
    return;
  }
  const table = memberTables.get(name);
  if (table === undefined) return;
  for (const key of Object.keys(node)) {
    const held = table.get(key);
    if (held !== undefined) pushMember(stack, parent, node, key, held);
  }
}

/**
 * Finds the members of an object that should hold a list or a map and hold something else. Null is ignored.
 */
export function misfittingMembers({
  node,
  name,
}: Cursor): { readonly key: string; readonly wanted: string }[] {
  const table = memberTables.get(name);
  const found: { key: string; wanted: string }[] = [];
  if (table === undefined || !isObject(node)) return found;
  for (const key of Object.keys(node)) {
    const held = table.get(key);
    const value = node[key];
    if (held === undefined || value === null || typeof held === "string") continue;
    if (held[0] === "schemaOrList") continue;
    const fits = held[0] === "map" ? isObject(value) : Array.isArray(value);
    if (!fits) found.push({ key, wanted: held[0] === "map" ? "an object" : "a list" });
  }
  return found;
}

/**
 * Returns the kind of object at a pointer into a document; `undefined` where OpenAPI has none, as within
 * extensions and examples.
 */
export function objectNameAt(parts: readonly string[]): ObjectName | undefined {
  let name: ObjectName | undefined = "OpenApi";
  for (let index = 0; index < parts.length && name !== undefined; index += 1) {
    const part: string = parts[index] ?? "";
    const every: ObjectName | undefined = part.startsWith("x-") ? undefined : everyMember[name];
    const held: Member | undefined = memberTables.get(name)?.get(part);
    if (every !== undefined) name = every;
    else if (held === undefined || typeof held === "string") name = held;
    // Skip the key of a map or the index of a list; a pointer that ends before it leads to no object.
    else if (held[0] === "schemaOrList" && !/^\d+$/.test(parts[index + 1] ?? "")) name = held[1];
    else name = (index += 1) < parts.length ? held[1] : undefined;
  }
  return name;
}

/** True if a member of an object holds a list or a map of objects. */
export function holdsMany(name: ObjectName, key: string): boolean {
  return Array.isArray(memberTables.get(name)?.get(key));
}

function pushMember(
  stack: Cursor[],
  parent: Cursor,
  node: JsonObject,
  key: string,
  held: Member,
): void {
  if (typeof held === "string") {
    stack.push(new Child(parent, node, held, key));
    return;
  }
  const [kind, name] = held;
  const value = node[key];
  if (kind === "schemaOrList" && !Array.isArray(value)) {
    stack.push(new Child(parent, node, name, key));
  } else if (kind === "map" && isObject(value)) {
    for (const entry of Object.keys(value)) stack.push(new Child(parent, value, name, entry, key));
  } else if (kind !== "map" && Array.isArray(value)) {
    for (const index of value.keys()) stack.push(new Child(parent, value, name, index, key));
  }
}

/** Replaces the node of a cursor. */
export function replaceNode(cursor: Cursor, replacement: Json): void {
  if (cursor.holder !== undefined)
    (cursor.holder as Record<string | number, Json>)[cursor.key] = replacement;
}
