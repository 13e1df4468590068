import { isDeepStrictEqual } from "node:util";
import { isObject, pointerParts, type Json } from "@openapi-packages/description/json/json";
import { applyEdits } from "@openapi-packages/description/load/edit/text-edit";
import { parseText } from "@openapi-packages/description/load/read/parse-text";
import type { SourceFile } from "@openapi-packages/description/load/read/source-file";
import type { EditedFile } from "../scaffold/edited-file.ts";
import type { Fix } from "./plan-fixes.ts";

/**
 * Applies fixes to the texts of their files. `undefined` if two of them overlap, or a file says something else afterwards
 * than what was to be written.
 */
export function editedFiles(fixes: readonly Fix[]): EditedFile[] | undefined {
  const files: EditedFile[] = [];
  for (const [file, own] of Map.groupBy(fixes, (one) => one.file)) {
    const edits = own.map(({ edit }) => edit);
    if (haveOverlap(own)) return undefined;
    const after = applyEdits(file.text, edits);
    if (!isDeepStrictEqual(parseText(after).value, expectedValue(file, own))) return undefined;
    if (after !== file.text) files.push({ path: file.path, before: file.text, after, edits });
  }
  return files;
}

function haveOverlap(fixes: readonly Fix[]): boolean {
  const ordered = fixes
    .map(({ edit }) => edit)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  return ordered.some(({ start }, index) => start < (ordered[index - 1]?.end ?? 0));
}

/** Returns the value of a file in which all fixes are written. */
function expectedValue({ text }: SourceFile, fixes: readonly Fix[]): Json | undefined {
  const value = structuredClone(parseText(text).value);
  // Names last: other fixes may be below the member of an earlier name.
  const byName = (fix: Fix): number => ("name" in fix.written ? 1 : 0);
  for (const { pointer, written } of fixes.toSorted((a, b) => byName(a) - byName(b))) {
    const parts = pointerParts(pointer);
    const last = parts.at(-1) ?? "";
    const holder = parts
      .slice(0, -1)
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value);
    if (Array.isArray(holder)) {
      if ("value" in written) holder[last === "-" ? holder.length : Number(last)] = written.value;
    } else if (isObject(holder)) {
      if ("value" in written) holder[last] = written.value;
      else {
        holder[written.name] = holder[last] as Json;
        delete holder[last];
      }
    }
  }
  return value;
}
