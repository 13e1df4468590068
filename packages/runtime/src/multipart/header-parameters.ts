/** A header value with parameters (RFC 9110, 5.6.6). */
export interface ParameterizedValue {
  /** The value without parameters, in lower case. */
  readonly value: string;
  /** The parameters by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const valuePattern = /[^;]*/y;
const namePattern = /[ \t]*;[ \t]*([^\s;="]+)=/y;
const tokenPattern = /[^\s;"]*/y;
const escapedPattern = /"((?:[^"\\]|\\"|\\(?!"))*)"/y;
const plainPattern = /"([^"]*)"/y;
const endPattern = /[ \t]*(?:;[ \t]*)?$/y;

/**
 * Parses a value such as `form-data; name="a"`. In quotes `\"` is a quote and any other backslash is
 * literal, as browsers escape only quotes and line breaks in names (WHATWG HTML, 4.10.21.8). If that is
 * malformed, `\"` is read as a backslash and the closing quote, as browsers write a name that ends in a
 * backslash.
 *
 * @returns `undefined` if the value is malformed or a parameter occurs twice.
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
