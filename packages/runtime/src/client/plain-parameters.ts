import { getMember } from "../members.ts";
import type { OperationDescriptor } from "../operation.ts";
import { percentEncode } from "../parameters/percent-encoding.ts";
import { toText } from "../parameters/text-value.ts";
import { naming } from "../parameters/unsendable.ts";
import { isDotSegment } from "../path-template.ts";
import type { WrittenParameters } from "./operation.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes parameters in OpenAPI's default styles: `simple` in the path, `form` with `explode` in the query
 * (OpenAPI 3.1, Parameter Object, `style`). Lists are supported only in the query. Operations with other
 * styles, or with parameters in headers, name another writer.
 *
 * @param inPath changes the text of a path parameter.
 * @throws {TypeError} when a path parameter is missing, empty, `.` or `..`, since such a path would address
 * another resource, or when text cannot express a value.
 */
export function plainParameters(
  operation: OperationDescriptor,
  input: CallInput,
  inPath?: (name: string, text: string) => string,
): WrittenParameters {
  // Split by braces, fixed parts and parameter names alternate.
  const parts = operation.path.split(/[{}]/);
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index] as string;
    const text = pathText(name, getMember(input.path, name));
    parts[index] = inPath?.(name, text) ?? text;
  }
  return { path: parts.join(""), query: plainPairs("query parameter", input.query), headers: {} };
}

/**
 * Writes single values and lists of them as the pairs of a query or form, in the style `form` with
 * `explode`.
 *
 * @param what the kind of value in error messages, before its name
 * @throws {TypeError} with the value's name, when text cannot express it
 */
export function plainPairs(what: string, values: object = {}): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values) as [string, unknown][]) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      pairs.push(`${percentEncode(name)}=${encoded(what, name, one)}`);
  }
  return pairs.join("&");
}

const encoded = (what: string, name: string, value: unknown): string =>
  naming(`${what} "${name}"`, () => percentEncode(toText(value)));

function pathText(name: string, value: unknown): string {
  const isMissing = value === undefined || value === null;
  const text = isMissing ? "" : encoded("path parameter", name, value);
  if (text && !isDotSegment(text)) return text;
  throw new TypeError(
    `path parameter "${name}" ${isMissing ? "is missing" : `must not be "${text}"`}`,
  );
}
