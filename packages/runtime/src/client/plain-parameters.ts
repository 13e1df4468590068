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
  const query = given(input.query).flatMap(([name, value]) => {
    const pair = (one: unknown): string => `${percentEncode(name)}=${encoded("query", name, one)}`;
    return Array.isArray(value) ? value.map(pair) : pair(value);
  });
  // Split by braces, fixed parts and parameter names alternate.
  const path = operation.path.split(/[{}]/).map((part, index) => {
    if (index % 2 === 0) return part;
    const text = pathText(part, getMember(input.path, part));
    return inPath?.(part, text) ?? text;
  });
  return {
    path: path.join(""),
    query: query.join("&"),
    headers: Object.fromEntries(headers) as WrittenParameters["headers"],
  };
}

const encoded = (place: string, name: string, value: unknown): string =>
  naming(`${place} parameter "${name}"`, () => percentEncode(toText(value)));

const given = (values: object | undefined): [string, unknown][] =>
  Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null);

function pathText(name: string, value: unknown): string {
  const isMissing = value === undefined || value === null;
  const text = isMissing ? "" : encoded("path", name, value);
  if (text !== "" && !isDotSegment(text)) return text;
  const reason = isMissing ? "is missing" : `must not be "${text}"`;
  throw new TypeError(`path parameter "${name}" ${reason}`);
}
