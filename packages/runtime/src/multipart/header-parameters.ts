/** A header's value with its parameters (RFC 9110, 5.6.6). */
export interface ParameterizedValue {
  /** In lower case. */
  readonly value: string;
  /** By name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const valuePattern = /[^;]*/y;
const namePattern = /[ \t]*;[ \t]*([^\s;="]+)=/y;
const tokenPattern = /[^\s;"]*/y;
const escapedPattern = /"((?:[^"\\]|\\"|\\(?!"))*)"/y;
const plainPattern = /"([^"]*)"/y;
const endPattern = /[ \t]*(?:;[ \t]*)?$/y;

/**
 * Reads a value such as `form-data; name="a"`. In quotes `\"` is a quote; any other backslash is one,
 * as browsers write names as they are but for quotes and line breaks (WHATWG HTML, 4.10.21.8). Where
 * the value makes no sense so, it is read as if `\"` were a backslash before the end, which is how
 * they write a name that ends in one.
 *
 * @returns `undefined` when it is malformed or a parameter stands there twice.
 */
export function parseParameterized(text: string): ParameterizedValue | undefined {
  return parse(text, escapedPattern) ?? parse(text, plainPattern);
}

function parse(text: string, quotedPattern: RegExp): ParameterizedValue | undefined {
  const parameters = new Map<string, string>();
  const value = matchAt(valuePattern, text, 0)?.[0] ?? "";
  let at = value.length;
  while (matchAt(endPattern, text, at) === null) {
    const start = matchAt(namePattern, text, at);
    if (start === null) return undefined;
    at += start[0].length;
    const quoted = matchAt(quotedPattern, text, at);
    const found = quoted ?? matchAt(tokenPattern, text, at);
    if (!found) return undefined;
    const name = (start[1] ?? "").toLowerCase();
    if (parameters.has(name)) return undefined;
    parameters.set(name, quoted ? (quoted[1] ?? "").replaceAll('\\"', '"') : found[0]);
    at += found[0].length;
  }
  return { value: value.trim().toLowerCase(), parameters };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
