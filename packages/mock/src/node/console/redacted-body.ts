import { mediaTypeEssence } from "@openapi-packages/runtime";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isSequenceMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  redacted,
  usualSecrets,
} from "@openapi-packages/runtime/internals";
import type { Places } from "@openapi-packages/runtime/internals";

/** The stored part of a body. */
export interface KeptBody {
  readonly bytes: Uint8Array;
  /** The content type of its message. */
  readonly contentType: string | undefined;
  /** True if the body is longer. */
  readonly isCut: boolean;
}

/**
 * Returns the text of a body without its secrets: those that the description marks, and values with usual names
 * of secrets. Where secrets cannot be located, as in truncated JSON, everything that may be one is removed.
 * `undefined` for bytes that are not text.
 */
export function redactedBody(body: KeptBody, places: Places): string | undefined {
  const essence = mediaTypeEssence(body.contentType) ?? "";
  const text = textOf(body, essence);
  if (text === undefined) return undefined;
  if (isMultipartMediaType(essence)) return redactedParts(text, body, places);
  if (isUrlEncodedMediaType(essence)) return redactedForm(text, places);
  if (isSequenceMediaType(essence))
    return text.replace(/^((?:data|id|event)?:? ?)(.*)$/gm, (_, start: string, rest: string) =>
      /^(?:id|event):/.test(start) ? start + rest : start + redactedJson(rest, places),
    );
  if (isJsonMediaType(essence)) return redactedJson(text, places);
  if (isTextMediaType(essence) && !places.isEmpty) return redacted;
  return redactedJson(text, places);
}

/** Decodes UTF-8. A truncated character at the end is dropped. */
function textOf({ bytes, isCut }: KeptBody, essence: string): string | undefined {
  const kinds = [isTextMediaType, isJsonMediaType, isSequenceMediaType, isMultipartMediaType];
  const isText = kinds.some((is) => is(essence));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
    // Other bytes may happen to be valid UTF-8.
    return isText || !/[\u0000-\u0008\u000e-\u001f]/.test(text) ? text : undefined;
  } catch {
    return isText ? new TextDecoder().decode(bytes) : undefined;
  }
}

function redactedJson(text: string, places: Places): string {
  if (text.trim() === "") return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return places.isEmpty ? redactedMembers(text) : redacted;
  }
  const shown = JSON.stringify(places.redact(value));
  return shown === JSON.stringify(value) ? text : shown;
}

/** Redacts JSON that is invalid or truncated: removes the values of members with a usual name of secrets. */
function redactedMembers(text: string): string {
  const strings = /"((?:[^"\\]|\\.)*)\\?(?:"|$)/gs;
  const values = /\s*:\s*(?:"(?:[^"\\]|\\.)*\\?(?:"|$)|([[{])|[^\s,\]}"[{]+)/sy;
  let shown = "";
  let from = 0;
  for (let name = strings.exec(text); name !== null; name = strings.exec(text)) {
    values.lastIndex = strings.lastIndex;
    const value = values.exec(text);
    if (value === null) continue;
    strings.lastIndex = values.lastIndex;
    if (!usualSecrets.test(name[1] ?? "")) continue;
    const start = value.index + value[0].search(/[^\s:]/);
    shown += `${text.slice(from, start)}"${redacted}"`;
    // The end of a list or an object cannot be found.
    if (value[1] !== undefined) return shown;
    from = values.lastIndex;
  }
  return shown + text.slice(from);
}

/** Redacts a form. Forms encode objects in different ways, so that one secret place redacts all fields. */
function redactedForm(text: string, places: Places): string {
  const pairs = text.split("&").map((pair) => {
    const end = pair.indexOf("=");
    const name = pair.slice(0, end).split(/\[|%5B/i)[0] ?? "";
    if (end < 0 || (places.isEmpty && !usualSecrets.test(name))) return pair;
    return `${pair.slice(0, end)}=${redacted}`;
  });
  return pairs.join("&");
}

/** Returns the parts of a form with their headers. Files and secrets are replaced by a note. */
function redactedParts(text: string, { contentType = "" }: KeptBody, places: Places): string {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return redacted;
  const [before = "", ...parts] = text.split(`--${boundary}`);
  const shown = parts.map((part) => {
    const end = part.indexOf("\r\n\r\n");
    if (end < 0) return part;
    const [head, content] = [part.slice(0, end), part.slice(end + 4)];
    const name = /\bname="?([^";\r\n]*)/i.exec(head)?.[1] ?? "";
    const isFile = /\bfilename\*?=/i.test(head) && /[\u0000-\u0008\ufffd]/.test(content);
    if (isFile) return `${head}\r\n\r\n[${content.length} characters that are not text]\r\n`;
    const isSecret = !places.isEmpty || usualSecrets.test(name);
    const value = isSecret ? `${redacted}\r\n` : redactedMembers(content);
    return `${head}\r\n\r\n${value}`;
  });
  return [before, ...shown].join(`--${boundary}`);
}
