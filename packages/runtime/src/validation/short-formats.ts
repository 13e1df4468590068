/** True if a text is a UUID (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** True if a text is a JSON pointer (RFC 6901, section 3). */
export function isJsonPointer(text: string): boolean {
  return /^(?:\/|$)/.test(text) && !/~(?![01])/.test(text);
}

/** True if a text is a relative JSON pointer (draft-bhutton-relative-json-pointer-00, section 3). */
export function isRelativeJsonPointer(text: string): boolean {
  const start = /^(?:0|[1-9]\d*)([+-](?:0|[1-9]\d*))?/.exec(text);
  if (start === null) return false;
  const [{ length }, shift] = start;
  const rest = text.slice(length);
  return rest === "#" ? shift === undefined : isJsonPointer(rest);
}

/** True if a text is Base64 with its padding (RFC 4648, section 4). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

/** A Unicode property or any other escape sequence. */
const property = /\\[pP]\{\w+(?:=\w+)?\}|\\[^]/g;

/**
 * Escape sequences with a meaning in ECMAScript. Without the `u` flag any other escape is the letter
 * itself.
 */
const knownEscape = /^\\(?:[^a-zA-Z]|[bBcdDfknrsStuvwWx])/;

/**
 * True if a text is a regular expression of ECMAScript (ECMA-262, section 22.2.1), with or without the `u`
 * flag. The names of Unicode properties are not checked, because an engine takes a thousand times as long
 * to compile one.
 */
export function isRegularExpression(text: string): boolean {
  const plain = text.replace(property, (escape) => (escape.length > 2 ? "\\d" : escape));
  if (compiles(plain, "u")) return true;
  return (plain.match(/\\[^]/g) ?? []).every((one) => knownEscape.test(one)) && compiles(plain, "");
}

function compiles(text: string, flags: string): boolean {
  try {
    return new RegExp(text, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
