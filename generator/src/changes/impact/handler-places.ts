import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../diff/change-types.ts";
import { readRecord, type ScaffoldRecord } from "../../scaffold/record.ts";
import type { HandlerPlace } from "./impact-types.ts";
import { shown } from "./user-projects.ts";

/**
 * Creates a function that finds the handlers which a change breaks, by the record of `scaffold`. This
 * includes handlers that still compile, such as one that returns a member removed from the description.
 *
 * @param folder the folder of handlers
 * @returns a function that returns the places of a change; empty if it breaks no handlers
 * @throws {ScaffoldError} if the record is invalid
 */
export function handlerFinder(folder: string): (change: Change) => readonly HandlerPlace[] {
  const record = readRecord(folder);
  if (record === undefined) return () => [];
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const path = join(folder, file);
    const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
    texts.set(file, text);
    return text;
  };
  return (change) =>
    change.verdicts.handlers === "breaking" ? placesOf(change, record, folder, read) : [];
}

function placesOf(
  { code, touches }: Change,
  { operations, security }: ScaffoldRecord,
  folder: string,
  read: (file: string) => string,
): readonly HandlerPlace[] {
  const handlers = new Set(touches.handlers);
  const found = [...operations].flatMap(([id, { group, member, file, export: name }]) => {
    const handler = `${group}.${member}`;
    if (!handlers.has(handler) && !touches.mocks.includes(id)) return [];
    return [placeOf(handler, join(folder, file), lineOf(read(file), name))];
  });
  if (security === undefined || !code.startsWith("security-scheme-")) return found;
  return [
    ...found,
    placeOf("security", join(folder, security), lineOf(read(security), "security")),
  ];
}

function placeOf(handler: string, path: string, line: number | undefined): HandlerPlace {
  return { handler, file: shown(path), ...(line === undefined ? {} : { line }) };
}

/** Returns the line that declares a name. */
function lineOf(text: string, name: string): number | undefined {
  const escaped = name.replaceAll("$", "\\$");
  const declared = new RegExp(
    `^[ \\t]*(?:export\\s+)?(?:const|let|var|(?:async\\s+)?function\\*?)\\s+${escaped}(?![\\w$])`,
    "m",
  );
  const at = declared.exec(text)?.index;
  return at === undefined ? undefined : text.slice(0, at).split("\n").length;
}
