/** One part of a path segment: literal text, or the name of a parameter. */
export type PathPart = { readonly literal: string } | { readonly parameter: string };

/** A parsed path template. */
export interface PathTemplate {
  readonly template: string;
  readonly segments: readonly (readonly PathPart[])[];
  /** The names of the parameters, in the order of the template. */
  readonly parameters: readonly string[];
  /** The text after a `?`. OpenAPI does not allow it, but descriptions contain it. */
  readonly query: string;
  /** The text after a `#`. It is never sent and only distinguishes operations for readers. */
  readonly fragment: string;
}

/**
 * Parses a path template such as `/files/{name}.json` (OpenAPI 3.1, "Path Templating").
 *
 * @throws {TypeError} if it does not begin with `/` or its braces are unbalanced.
 */
export function parsePathTemplate(template: string): PathTemplate {
  if (!template.startsWith("/")) {
    throw new TypeError(`the path template ${JSON.stringify(template)} does not begin with "/"`);
  }
  const [, path = "", query = "", fragment = ""] =
    /^((?:[^{?#]|\{[^}]*\}?)*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(template) ?? [];
  const segments = path.slice(1).split("/").map(parseSegment);
  const parameters = segments.flat().flatMap((part) => ("parameter" in part ? part.parameter : []));
  return { template, segments, parameters, query, fragment };
}

/**
 * True if a request's query, without its `?`, contains every pair of the template's. Pairs in the fragment
 * count as well: `/#Action=Start` is the operation that the parameter `Action` selects.
 */
export function matchQuery(
  { query, fragment }: Pick<PathTemplate, "query" | "fragment">,
  actual: string,
): boolean {
  const wanted = fragment.includes("=") ? `${query}&${fragment}` : query;
  if (wanted === "") return true;
  const pairs = new Set(Array.from(new URLSearchParams(actual), String));
  return Array.from(new URLSearchParams(wanted), String).every((pair) => pairs.has(pair));
}

function parseSegment(segment: string): PathPart[] {
  const parts: PathPart[] = [];
  for (const [index, text] of segment.split("{").entries()) {
    const [name, literal, ...rest] = index === 0 ? ["", text] : text.split("}");
    const balanced = literal !== undefined && rest.length === 0 && (index === 0 || name !== "");
    if (!balanced || (index === 0 && text.includes("}"))) {
      throw new TypeError(
        `the braces of the path segment ${JSON.stringify(segment)} are unbalanced`,
      );
    }
    if (name) parts.push({ parameter: name });
    if (literal !== "") parts.push({ literal });
  }
  return parts;
}

const dotSegment = /^(?:\.|%2e){1,2}$/i;

/**
 * True if a segment is a dot segment, which URL parsers remove even if it is percent-encoded (WHATWG URL,
 * "double-dot URL path segment").
 */
export function isDotSegment(segment: string): boolean {
  return dotSegment.test(segment);
}

/**
 * Expands a template.
 *
 * @param encoded returns the percent-encoded text of a parameter
 * @throws {TypeError} with the name of a parameter whose value is empty or makes its segment `.` or `..`:
 *   such a path would address another resource
 */
export function expandPath(
  template: PathTemplate,
  encoded: (parameter: string, shared: boolean) => string,
): string {
  let path = "";
  for (const parts of template.segments) {
    const segment = expandSegment(parts, encoded);
    const named = parts.find((part) => "parameter" in part);
    if (named && isDotSegment(segment)) {
      throw new TypeError(`path parameter "${named.parameter}" must not be "." or ".."`);
    }
    path += `/${segment}`;
  }
  return path;
}

function expandSegment(
  parts: readonly PathPart[],
  encoded: (parameter: string, shared: boolean) => string,
): string {
  const shared = parts.filter((part) => "parameter" in part).length > 1;
  let segment = "";
  for (const part of parts) {
    if ("literal" in part) {
      segment += part.literal;
      continue;
    }
    const text = encoded(part.parameter, shared);
    if (text === "") throw new TypeError(`path parameter "${part.parameter}" must not be empty`);
    segment += text;
  }
  return segment;
}

/**
 * Matches one segment of a request's path, still percent-encoded, against a template's segment. A parameter
 * has at least one character and ends at the first occurrence of the following literal. Adds the raw text
 * of each parameter to `values`.
 */
export function matchSegment(
  parts: readonly PathPart[],
  segment: string,
  values: Map<string, string>,
): boolean {
  const first = parts[0];
  if (parts.length === 1 && first && "parameter" in first) {
    values.set(first.parameter, segment);
    return segment !== "";
  }
  let position = 0;
  for (const [index, part] of parts.entries()) {
    if ("literal" in part) {
      if (!segment.startsWith(part.literal, position)) return false;
      position += part.literal.length;
      continue;
    }
    const end = endOfValue(parts, index, segment, position);
    if (end <= position) return false;
    values.set(part.parameter, segment.slice(position, end));
    position = end;
  }
  return position === segment.length;
}

/** Returns the end of the value of the parameter at `index`, or -1 if the following literal is missing. */
function endOfValue(
  parts: readonly PathPart[],
  index: number,
  segment: string,
  position: number,
): number {
  const next = parts[index + 1];
  if (next === undefined) return segment.length;
  if ("parameter" in next) return position + 1;
  const isLast = index + 2 === parts.length;
  if (isLast) {
    return segment.endsWith(next.literal) ? segment.length - next.literal.length : -1;
  }
  return segment.indexOf(next.literal, position + 1);
}

/**
 * Matches a request's path, still percent-encoded and without its query, against a template.
 *
 * @returns the raw text of each parameter, or `undefined` if the path does not match
 */
export function matchPath(template: PathTemplate, path: string): Map<string, string> | undefined {
  const segments = path.slice(1).split("/");
  if (!path.startsWith("/") || segments.length !== template.segments.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, parts] of template.segments.entries()) {
    const segment = segments[index] ?? "";
    if (isDotSegment(segment)) return undefined;
    if (parts.length === 0 ? segment !== "" : !matchSegment(parts, segment, values)) {
      return undefined;
    }
  }
  return values;
}
