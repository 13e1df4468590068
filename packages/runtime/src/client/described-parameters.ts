import { getMember } from "../members.ts";
import type { ParameterDescriptor, ParameterLocation } from "../operation.ts";
import { encodeCookies } from "../parameters/cookie.ts";
import { encodeParameter } from "../parameters/encode.ts";
import { encodePath } from "../parameters/path.ts";
import { encodeQuery } from "../parameters/query.ts";
import { parsePathTemplate } from "../path-template.ts";
import type { ClientOperation } from "./operation.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes parameters of any style (OpenAPI 3.1, Parameter Object).
 *
 * @returns a writer for {@link ClientOperation.parameters}. It throws `TypeError` for a parameter that
 *   the operation does not have, and for a value that its style cannot express.
 */
export function describedParameters(
  parameters: readonly ParameterDescriptor[],
): NonNullable<ClientOperation["parameters"]> {
  const located = (location: ParameterLocation): readonly ParameterDescriptor[] =>
    parameters.filter((parameter) => parameter.in === location);
  const [path, query, header, cookie] = (["path", "query", "header", "cookie"] as const).map(
    located,
  );
  return (operation, input) => {
    // Several operations may share one writer: it must not remember any of them.
    const template = parsePathTemplate(operation.path);
    for (const location of ["path", "query", "header", "cookie"] as const)
      refuseUnknown(operation, location, located(location), input);
    return {
      path: encodePath(template, path ?? [], input.path),
      query: [template.query, encodeQuery(query ?? [], input.query)]
        .filter((text) => text !== "")
        .join("&"),
      headers: headersOf(header ?? [], input.header),
      cookie: encodeCookies(cookie ?? [], input.cookie),
    };
  };
}

function refuseUnknown(
  { operationId }: ClientOperation,
  location: ParameterLocation,
  parameters: readonly ParameterDescriptor[],
  input: CallInput,
): void {
  const names = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(input[location] ?? {}).filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  const list = unknown.map((name) => JSON.stringify(name)).join(", ");
  throw new TypeError(
    `${operationId}: unknown ${location} parameter${unknown.length > 1 ? "s" : ""} ${list}`,
  );
}

function headersOf(
  parameters: readonly ParameterDescriptor[],
  values: object | undefined,
): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const parameter of parameters) {
    const value = getMember(values, parameter.name);
    if (value === undefined || value === null) continue;
    headers[parameter.name.toLowerCase()] = encodeParameter(parameter, value);
  }
  return headers;
}
