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

/** A body without its secrets. */
export interface ShownBody {
  /** Its text; `undefined` where it is none, or cannot be looked through for its secrets. */
  readonly text: string | undefined;
  /** What was left out of it. */
  readonly secrets: readonly string[];
}

/** A body without what is secret in it by the description or by a usual name. */
export function shownBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  places: Places,
): ShownBody {
  const text = textOf(bytes);
  const essence = mediaTypeEssence(contentType) ?? "";
  if (text === undefined) return { text: undefined, secrets: [] };
  // A subject may call JSON something else.
  const value = jsonOf(text);
  if (value !== undefined && (isJsonMediaType(essence) || typeof value === "object"))
    return shownJson(value, text, places);
  if (isUrlEncodedMediaType(essence)) return shownForm(text, places);
  const isReadable = essence === "" || isTextMediaType(essence) || isJsonMediaType(essence);
  return { text: isReadable && places.isEmpty ? text : undefined, secrets: [] };
}

/** The same text where nothing of it is secret, so that it stays as it was sent. */
function shownJson(value: unknown, text: string, places: Places): ShownBody {
  const shown = places.redact(value);
  const secrets = secretTexts(value, shown);
  return { text: secrets.length === 0 ? text : JSON.stringify(shown), secrets };
}

function shownForm(text: string, places: Places): ShownBody {
  const fields = [...new URLSearchParams(text)];
  const shown = places.redact(Object.fromEntries(fields));
  const secrets = secretTexts(Object.fromEntries(fields), shown);
  if (places.isEmpty && secrets.length === 0) return { text, secrets };
  const kept = fields.map(([name, value]) => [name, secrets.includes(value) ? redacted : value]);
  return { text: new URLSearchParams(kept as [string, string][]).toString(), secrets };
}

/** The texts and numbers of a value that its redacted copy has not. */
function secretTexts(value: unknown, shown: unknown): string[] {
  if (shown === redacted && value !== redacted) return leaves(value);
  if (Array.isArray(value) && Array.isArray(shown))
    return value.flatMap((one, index) => secretTexts(one, shown[index]));
  if (isObject(value) && isObject(shown))
    return Object.entries(value).flatMap(([name, one]) => secretTexts(one, shown[name]));
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
