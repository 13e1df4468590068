import type { DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import { isObject, stringMember, type Json } from "../../json/json.ts";
import type { OpenApiDocument } from "../../load/load-document.ts";
import {
  cursorPointer,
  rootCursor,
  walkObjects,
  type Cursor,
} from "../../load/openapi/openapi-objects.ts";
import type { ModelContext } from "../model-context.ts";
import { isOver } from "./alias-age.ts";
import { hasBadSince, readEntry, renamedFromKeyword, writtenEntries } from "./renamed-from.ts";

/** The things that may have an `x-renamed-from`. */
type Renamed = "operation" | "parameter" | "schema" | "property" | "tag";

/** The diagnostic for an entry of `x-renamed-from`. */
interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

/**
 * Reports entries of `x-renamed-from` that have no effect. Whether the alias of an operation is
 * free is checked later, when the names of all operations are known.
 */
export function checkRenames(
  context: ModelContext,
  { sources, value }: OpenApiDocument,
  version: string,
): void {
  // Most descriptions have no renames, and walking through all objects takes time.
  if (!sources.some(({ text }) => text.includes(renamedFromKeyword))) return;
  walkObjects(rootCursor(value, "OpenApi"), (cursor) => {
    const renamed = renamedAt(cursor);
    for (const entry of writtenEntries(cursor.node)) {
      const found =
        renamed === undefined ? misplaced : problemOf(cursor, entry, { renamed, version });
      if (found === undefined) continue;
      const pointer = `${cursorPointer(cursor)}/${renamedFromKeyword}${entry.at}`;
      context.report(found.code, found.message, pointer, found.hint);
    }
  });
}

function renamedAt({ name, parent, path }: Cursor): Renamed | undefined {
  if (name === "Operation") return "operation";
  if (name === "Parameter") return "parameter";
  if (name === "Tag") return "tag";
  if (name !== "Schema") return undefined;
  if (parent?.name === "Components") return "schema";
  return path[0] === "properties" ? "property" : undefined;
}

const misplaced: Problem = {
  code: "renamed-from-unread",
  message: "x-renamed-from has no effect here",
  hint: "it is for operations, parameters, properties, component schemas and tags",
};

function problemOf(
  cursor: Cursor,
  entry: Parameters<typeof readEntry>[0],
  { renamed, version }: { readonly renamed: Renamed; readonly version: string },
): Problem | undefined {
  const read = readEntry(entry);
  if (read === undefined)
    return {
      code: "renamed-from-unread",
      message: `this entry of x-renamed-from has no earlier name of the ${renamed}`,
      hint: "write a name, a list of names, or objects with name, and since: the version that renamed it",
    };
  if (hasBadSince(read))
    return {
      code: "renamed-from-unread",
      message: `since is not a version: ${JSON.stringify(read.since)}`,
      hint: "write the info.version that renamed it, such as 2.1.0, or leave since out",
    };
  // The names of parameters and properties are sent over the network, so they have no aliases.
  if (renamed === "parameter" || renamed === "property") return undefined;
  const said = JSON.stringify(read.name);
  if (isOver(read.since, version))
    return {
      code: "renamed-from-expired",
      message: `the alias ${said} is gone: it was renamed in ${read.since}, and this is version ${version}`,
      hint: "remove this entry of x-renamed-from",
    };
  if (renamed !== "operation" && isTaken(cursor.holder, read.name))
    return {
      code: "renamed-from-taken",
      message: `the ${renamed} ${said} still exists, so it gets no alias`,
      hint: "remove this entry of x-renamed-from, or what has the name",
    };
  return undefined;
}

/** Returns true if another component schema or another tag has the name. */
function isTaken(holder: Json | undefined, name: string): boolean {
  if (Array.isArray(holder)) return holder.some((tag) => stringMember(tag, "name") === name);
  return isObject(holder) && Object.hasOwn(holder, name);
}
