import { escapePointerToken } from "./json-pointer.ts";

/**
 * Returns the JSON of a value. Unlike `JSON.stringify`, it refuses what would become `null`.
 *
 * @returns `undefined` for a value without JSON, such as a function
 * @throws {TypeError} with the JSON pointer of `NaN`, an infinite number or an invalid `Date`
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // A text without `null` has lost nothing, so that most values need no search.
  const lost = text?.includes("null") ? lostIn(value) : undefined;
  if (lost !== undefined) throw new TypeError(`at "${lost} cannot be serialized`);
  return text;
}

/**
 * Finds what became `null`. Returns the end of its JSON pointer and its value, or `undefined` if there is
 * none.
 */
function lostIn(value: unknown): string | undefined {
  if (typeof value === "number" || value instanceof Date)
    return Number.isFinite(+value) ? undefined : `": ${String(value)}`;
  if (typeof value !== "object" || value === null || "toJSON" in value) return undefined;
  for (const name of Object.keys(value)) {
    const lost = lostIn((value as { readonly [name: string]: unknown })[name]);
    if (lost !== undefined) return `/${escapePointerToken(name)}${lost}`;
  }
  return undefined;
}
