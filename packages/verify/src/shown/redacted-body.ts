import {
  isJsonMediaType,
  isObject,
  isTextMediaType,
  isUrlEncodedMediaType,
  parseJson,
  redacted,
  type Places,
} from "@openapi-packages/runtime/internals";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { variableOf, type Piece } from "./secrets.ts";

/** A body without its secrets. */
export interface ShownBody {
  /** Its text; `undefined` if it is not text, or cannot be searched for secrets. */
  readonly text: string | undefined;
  /** The removed secrets. */
  readonly secrets: readonly string[];
  /** The text for a shell, with variables in place of secrets. Default: `text`. */
  readonly pieces?: readonly Piece[];
}

/** Removes what the description or a usual name marks as secret from a body. */
export function shownBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  places: Places,
): ShownBody {
  const text = textOf(bytes);
  const essence = mediaTypeEssence(contentType) ?? "";
  if (text === undefined) return { text: undefined, secrets: [] };
  // Servers may send JSON with another content type.
  const value = jsonOf(text);
  if (value !== undefined && (isJsonMediaType(essence) || typeof value === "object"))
    return shownJson(value, text, places);
  if (isUrlEncodedMediaType(essence)) return shownForm(text, places);
  const isReadable = essence === "" || isTextMediaType(essence) || isJsonMediaType(essence);
  return { text: isReadable && places.isEmpty ? text : undefined, secrets: [] };
}

/** Returns the original text if it contains no secret. */
function shownJson(value: unknown, text: string, places: Places): ShownBody {
  const shown = places.redact(value);
  const secrets = secretTexts(value, shown);
  if (secrets.length === 0 && JSON.stringify(shown) === JSON.stringify(value))
    return { text, secrets };
  return { text: JSON.stringify(shown), secrets, pieces: jsonPieces(value, shown, "body") };
}

/** Returns a value as JSON, with variables named after the members in place of secrets. */
function jsonPieces(value: unknown, shown: unknown, name: string): Piece[] {
  if (shown === redacted && value !== redacted) {
    const variable = variableOf(name);
    return typeof value === "string" ? ['"', { variable }, '"'] : [{ variable }];
  }
  if (Array.isArray(value) && Array.isArray(shown))
    return ["[", ...listed(value.map((one, index) => jsonPieces(one, shown[index], name))), "]"];
  if (!isObject(value) || !isObject(shown)) return [JSON.stringify(value)];
  const members = Object.entries(value).map(([key, one]): Piece[] => [
    `${JSON.stringify(key)}:`,
    ...jsonPieces(one, shown[key], key),
  ]);
  return ["{", ...listed(members), "}"];
}

const listed = (parts: readonly (readonly Piece[])[], separator = ","): Piece[] =>
  parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));

function shownForm(text: string, places: Places): ShownBody {
  const fields = [...new URLSearchParams(text)];
  const shown = places.redact(Object.fromEntries(fields));
  const secrets = secretTexts(Object.fromEntries(fields), shown);
  if (places.isEmpty && secrets.length === 0) return { text, secrets };
  const kept = fields.map(([name, value]) => [name, secrets.includes(value) ? redacted : value]);
  const pieces = fields.map(([name, value]): Piece[] =>
    secrets.includes(value)
      ? [`${encodeURIComponent(name)}=`, { variable: variableOf(name) }]
      : [new URLSearchParams([[name, value]]).toString()],
  );
  const shownText = new URLSearchParams(kept as [string, string][]).toString();
  return { text: shownText, secrets, pieces: listed(pieces, "&") };
}

/**
 * Returns the texts and numbers of a value that its redacted copy lacks. A text that is the name of its member, as in made
 * values, is not secret: hiding it would hide the name.
 */
function secretTexts(value: unknown, shown: unknown): string[] {
  if (shown === redacted && value !== redacted) return leaves(value);
  if (Array.isArray(value) && Array.isArray(shown))
    return value.flatMap((one, index) => secretTexts(one, shown[index]));
  if (isObject(value) && isObject(shown))
    return Object.entries(value).flatMap(([name, one]) =>
      one === name ? [] : secretTexts(one, shown[name]),
    );
  return [];
}

function leaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (isObject(value)) return Object.values(value).flatMap(leaves);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
