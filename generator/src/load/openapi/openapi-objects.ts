import { isObject, toPointer, type Json, type JsonObject } from "../../json.ts";
import { everyMember, memberTables, type Member, type ObjectName } from "./object-members.ts";

export { methodNames, type ObjectName } from "./object-members.ts";

/** The section of `components` that holds an object which others refer to. */
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

/** A node of a description on the way from its root. */
export interface Cursor {
  readonly node: Json;
  readonly name: ObjectName;
  readonly key: string | number;
  readonly holder: JsonObject | Json[] | undefined;
  readonly parent: Cursor | undefined;
  /** The members between the parent object and this one, such as `["properties", "id"]`. */
  readonly path: readonly (string | number)[];
}

/** The cursor of a walk's first node. */
export function rootCursor(node: Json, name: ObjectName): Cursor {
  return { node, name, key: "", holder: undefined, parent: undefined, path: [] };
}

/** The JSON pointer from the walk's root to a cursor's node, built only when asked for. */
export function cursorPointer(cursor: Cursor): string {
  const parts: (string | number)[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    parts.unshift(...at.path);
  return toPointer(parts);
}

/** The path that an object belongs to; empty where it belongs to none. */
export function pathOf(cursor: Cursor): string {
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    if (at.parent?.name === "Paths") return String(at.key);
  return "";
}

/** Visits an object; `false` keeps the walk out of what lies below. */
export type Visitor = (cursor: Cursor) => boolean | void;

/**
 * Visits every OpenAPI object under a node in the order of the text, parents first, without
 * recursion, so that depth is bounded by memory alone. A visitor that answers `false` keeps the
 * walk out of what lies below; one that replaces a node does so through `holder` and `key`.
 */
export function walkObjects(start: Cursor, visit: Visitor): void {
  const stack: Cursor[] = [start];
  for (let cursor = stack.pop(); cursor !== undefined; cursor = stack.pop()) {
    if (visit(cursor) === false) continue;
    const first = stack.length;
    pushChildren(stack, cursor);
    // The last one pushed is the next one visited.
    for (let low = first, high = stack.length - 1; low < high; low += 1, high -= 1) {
      const child = stack[low] as Cursor;
      stack[low] = stack[high] as Cursor;
      stack[high] = child;
    }
  }
}

/**
 * Several visitors in one: of each object the first is told first. One that answers `false` is told
 * nothing of what lies below, and the others are.
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

/** A node below another; the way between them is put together only when somebody asks. */
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

/** The members of an object that ought to hold a list or a map, and hold something else; nothing at all is neither. */
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
 * The kind of the object that stands at a pointer into a document; `undefined` where OpenAPI knows no
 * object, as within extensions and examples.
 */
export function objectNameAt(parts: readonly string[]): ObjectName | undefined {
  let name: ObjectName | undefined = "OpenApi";
  for (let index = 0; index < parts.length && name !== undefined; index += 1) {
    const part: string = parts[index] ?? "";
    const every: ObjectName | undefined = part.startsWith("x-") ? undefined : everyMember[name];
    const held: Member | undefined = memberTables.get(name)?.get(part);
    if (every !== undefined) name = every;
    else if (held === undefined || typeof held === "string") name = held;
    // The key or the index within a map or list; without one there is no object yet.
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

/** Puts another node where the cursor's node stands. */
export function replaceNode(cursor: Cursor, replacement: Json): void {
  if (cursor.holder !== undefined)
    (cursor.holder as Record<string | number, Json>)[cursor.key] = replacement;
}
