import { isObject, member, stringMember, type Json, type JsonObject } from "../json/json.ts";
import { rootCursor, walkObjects, type Cursor } from "../load/openapi/openapi-objects.ts";
import type { Note } from "./api-model.ts";

const kinds = [
  ["x-not-shown", "not-shown"],
  ["x-assumption", "assumption"],
] as const;

/** Collects every `x-not-shown` and `x-assumption`, in the order of the document. */
export function buildNotes(document: JsonObject): Note[] {
  const notes: Note[] = [];
  const collect = (node: JsonObject, place: () => string): void => {
    for (const [keyword, kind] of kinds) {
      const value = member(node, keyword);
      const texts = Array.isArray(value) ? (value as readonly Json[]) : [value];
      for (const text of texts)
        if (typeof text === "string") notes.push({ kind, text, place: place() });
    }
  };
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    if (isObject(cursor.node)) collect(cursor.node, () => placeInWords(cursor));
  });
  const commonErrors = member(document, "x-common-errors");
  if (isObject(commonErrors))
    collect(commonErrors, () => "every operation, errors beyond the documented ones");
  return notes;
}

/**
 * Describes a place in words: `GetEvent, response 200, text/event-stream`, or `schema Event, member
 * payload`.
 */
function placeInWords(cursor: Cursor): string {
  const words: string[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent) {
    const word = wordFor(at);
    if (word !== undefined) words.unshift(word);
    if (at.name === "Operation") break;
  }
  return words.length === 0 ? "the whole interface" : words.join(", ");
}

function wordFor({ node, name, key, parent, path }: Cursor): string | undefined {
  switch (name) {
    case "Operation":
      return (
        stringMember(node, "operationId") ?? `${String(key).toUpperCase()} ${String(parent?.key)}`
      );
    case "PathItem":
      return String(key);
    case "Parameter":
      return `parameter ${stringMember(node, "name") ?? String(key)}`;
    case "RequestBody":
      return "request body";
    case "Response":
      return `response ${String(key)}`;
    case "MediaType":
      return String(key);
    case "Tag":
      return `tag ${stringMember(node, "name") ?? ""}`;
    case "SecurityScheme":
      return `security scheme ${String(key)}`;
    case "Schema":
      if (parent?.name === "Components") return `schema ${String(key)}`;
      return path[0] === "properties" ? `member ${String(key)}` : undefined;
    default:
      return undefined;
  }
}
