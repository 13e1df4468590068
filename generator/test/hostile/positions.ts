import {
  pointerParts,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../../packages/description/src/json/json.ts";

/**
 * A place of a description that holds a text: a value, a name that the author has chosen, or a word of
 * OpenAPI's own, as `paths`.
 */
export interface Position {
  readonly kind: "value" | "name" | "word";
  /** JSON pointer of the value, or of the member. */
  readonly pointer: string;
}

/** Members whose own members are named by the author. */
const named = new Set(
  (
    "callbacks content dependentRequired dependentSchemas encoding examples headers links mapping " +
    "pathItems paths parameters patternProperties properties requestBodies responses schemas scopes " +
    "securitySchemes variables webhooks $defs default example value x-event-sequence x-extension"
  ).split(" "),
);

/** Every text of a description, values as well as names of members. */
export function positionsOf(document: JsonObject): Position[] {
  const found: Position[] = [];
  const visit = (value: Json, parts: readonly string[]): void => {
    const pointer = toPointer(parts);
    if (typeof value === "string") found.push({ kind: "value", pointer });
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const below = [...parts, key];
      const isNamed = named.has(parts.at(-1) ?? "") || /security\/\d+$/.test(pointer);
      if (!Array.isArray(value))
        found.push({ kind: isNamed ? "name" : "word", pointer: toPointer(below) });
      visit(member as Json, below);
    }
  };
  visit(document, []);
  return found;
}

/**
 * A copy of a description with a text in some of its places. Names stay unique: where several places
 * of one map, or several identifiers, get the text, all but the first have a number behind it.
 * References follow the components that they name.
 */
export function withText(
  document: JsonObject,
  positions: readonly Position[],
  text: string,
): JsonObject {
  // By way of text, so that what the description has twice is there twice.
  const copy = JSON.parse(JSON.stringify(document)) as JsonObject;
  const identifiers = new Set<string>();
  for (const { pointer } of positions.filter(({ kind }) => kind === "value")) {
    const [holder, key] = placeOf(copy, pointer);
    const isIdentifier =
      ["operationId", "name"].includes(key) || /\/(tags|required)\//.test(pointer);
    holder[key] = isIdentifier ? numbered(text, identifiers) : text;
  }
  const renamed = new Map<string, string>();
  // Deep ones first, so that pointers of those above still hold.
  const keys = positions.filter(({ kind }) => kind !== "value").toReversed();
  for (const { pointer } of keys) {
    const [holder, key] = placeOf(copy, pointer);
    const name = key.startsWith("/")
      ? `${key}${text}`
      : numbered(text, new Set(Object.keys(holder)));
    rename(holder, key, name);
    const parts = pointerParts(pointer);
    if (parts[0] === "components" && parts.length === 3)
      renamed.set(
        `#${pointer}`,
        toFragment(toPointer([...parts.slice(0, -1), name]).toWellFormed()),
      );
  }
  followReferences(copy, renamed);
  return copy;
}

function placeOf(document: JsonObject, pointer: string): [holder: JsonObject, key: string] {
  const parts = pointerParts(pointer);
  return [valueAt(document, toPointer(parts.slice(0, -1))) as JsonObject, parts.at(-1) ?? ""];
}

function numbered(text: string, taken: Set<string>): string {
  let name = text;
  for (let number = 1; taken.has(name); number += 1) name = `${text}${number}`;
  taken.add(name);
  return name;
}

/** Gives a member another name in its place, one called `__proto__` too. */
function rename(holder: JsonObject, key: string, name: string): void {
  const entries = Object.entries(holder);
  for (const [one] of entries) delete holder[one];
  for (const [one, value] of entries)
    Object.defineProperty(holder, one === key ? name : one, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
}

function followReferences(value: Json, renamed: ReadonlyMap<string, string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value as JsonObject)) {
    const target = typeof member === "string" ? renamed.get(member) : undefined;
    if (target !== undefined) (value as JsonObject)[key] = target;
    else followReferences(member, renamed);
  }
}

/** A JSON pointer as the fragment of a URI, `#` included (RFC 6901, section 6). */
function toFragment(pointer: string): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
