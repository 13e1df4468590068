import { getMember } from "../members.ts";
import type { OperationDescriptor, ParameterDescriptor, ParameterLocation } from "../operation.ts";
import { encodeCookies } from "../parameters/cookie.ts";
import { encodeParameter, refuseUnreadable } from "../parameters/encode.ts";
import { headerText } from "../parameters/header.ts";
import { encodePath } from "../parameters/path.ts";
import { encodeQuery } from "../parameters/query.ts";
import { parsePathTemplate } from "../path-template.ts";
import { idempotencyHeaderOf } from "../idempotency/key-header.ts";
import type { WrittenParameters } from "./operation.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes parameters of any style (OpenAPI 3.1, Parameter Object).
 *
 * @throws {TypeError} for a parameter that the operation does not have, and for a value that its style
 *   cannot express.
 */
export function describedParameters(
  operation: OperationDescriptor,
  input: CallInput,
): WrittenParameters {
  const { path, parameters = [] } = operation;
  const template = parsePathTemplate(path);
  const located = (location: ParameterLocation): readonly ParameterDescriptor[] => {
    const own = parameters.filter((parameter) => parameter.in === location);
    refuseUnknown(location, own, input);
    return own;
  };
  return {
    path: encodePath(template, located("path"), input.path),
    query: [template.query, encodeQuery(located("query"), input.query)]
      .filter((text) => text !== "")
      .join("&"),
    headers: headersOf(located("header"), input.header),
    cookie: encodeCookies(located("cookie"), input.cookie),
    idempotencyKey: idempotencyHeaderOf(operation),
  };
}

function refuseUnknown(
  location: ParameterLocation,
  parameters: readonly ParameterDescriptor[],
  input: CallInput,
): void {
  const names = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(input[location] ?? {}).filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  const list = unknown.map((name) => JSON.stringify(name)).join(", ");
  throw new TypeError(`unknown ${location} parameter${unknown.length > 1 ? "s" : ""} ${list}`);
}

function headersOf(
  parameters: readonly ParameterDescriptor[],
  values: object | undefined,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const parameter of parameters) {
    const value = getMember(values, parameter.name);
    if (value === undefined || value === null) continue;
    headers[parameter.name.toLowerCase()] = writtenHeader(parameter, value);
  }
  return headers;
}

/**
 * An empty list or object becomes an empty value: lists in headers have no empty items (RFC 9110, section
 * 5.6.1).
 */
function writtenHeader(parameter: ParameterDescriptor, value: unknown): string {
  if (parameter.content === undefined) refuseUnreadable(parameter, value);
  return headerText(parameter.name, encodeParameter(parameter, value));
}
