import { escapePointerToken } from "./json-pointer.ts";

/**
 * The JSON of a value.
 *
 * @returns `undefined` for what has no JSON, such as a function
 * @throws {TypeError} with the JSON pointer of `NaN`, an infinite number or an invalid `Date`: `JSON.stringify` makes
 *   `null` of these
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // Where no null is written nothing was lost: most values are not walked through.
  const lost = text?.includes("null") ? lostIn(value) : undefined;
  if (lost !== undefined) throw new TypeError(`at "${lost} cannot be serialized`);
  return text;
}

/** The end of a JSON pointer to what became `null`, with its value; `undefined` if there is none. */
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
