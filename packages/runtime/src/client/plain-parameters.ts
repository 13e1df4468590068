import { getMember } from "../members.ts";
import type { OperationDescriptor } from "../operation.ts";
import { headerText } from "../parameters/header.ts";
import { percentEncode } from "../parameters/percent-encoding.ts";
import { toText } from "../parameters/text-value.ts";
import { naming } from "../parameters/unsendable.ts";
import { isDotSegment } from "../path-template.ts";
import type { WrittenParameters } from "./operation.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes parameters in OpenAPI's default styles: `simple` in the path and in headers, `form` with `explode`
 * in the query (OpenAPI 3.1, Parameter Object, `style`). Lists are supported only in the query. Operations
 * with other styles name another writer.
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
  const headers = given(input.header).map(([name, value]) => [
    name.toLowerCase(),
    headerText(name, value),
  ]);
  // Split by braces, fixed parts and parameter names alternate.
  const path = operation.path.split(/[{}]/).map((part, index) => {
    if (index % 2 === 0) return part;
    const text = pathText(part, getMember(input.path, part));
    return inPath?.(part, text) ?? text;
  });
  return {
    path: path.join(""),
    query: plainPairs("query parameter", input.query),
    headers: Object.fromEntries(headers) as WrittenParameters["headers"],
  };
}

/**
 * Writes single values and lists of them as the pairs of a query or form, in the style `form` with
 * `explode`.
 *
 * @param what the kind of value in error messages, before its name
 * @throws {TypeError} with the value's name, when text cannot express it
 */
export function plainPairs(what: string, values: object | undefined): string {
  const pairs = given(values).flatMap(([name, value]) => {
    const pair = (one: unknown): string => `${percentEncode(name)}=${encoded(what, name, one)}`;
    return Array.isArray(value) ? value.map(pair) : pair(value);
  });
  return pairs.join("&");
}

const encoded = (what: string, name: string, value: unknown): string =>
  naming(`${what} "${name}"`, () => percentEncode(toText(value)));

const given = (values: object | undefined): [string, unknown][] =>
  Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null);

function pathText(name: string, value: unknown): string {
  const isMissing = value === undefined || value === null;
  const text = isMissing ? "" : encoded("path parameter", name, value);
  if (text !== "" && !isDotSegment(text)) return text;
  const reason = isMissing ? "is missing" : `must not be "${text}"`;
  throw new TypeError(`path parameter "${name}" ${reason}`);
}
