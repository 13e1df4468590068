import { setMember, type JsonObject } from "../members.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../operation.ts";
import { fromText } from "../parameters/text-value.ts";
import { receivedKey } from "../status.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { jsonOrTextRead } from "./json-or-text-read.ts";
import { jsonRead } from "./json-read.ts";

/**
 * Reads a response as the default reader does, together with its documented headers, each a single text,
 * number or boolean.
 */
export const headersRead = async (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> =>
  withHeaders(await jsonRead(operation, response, context), operation, response);

/** As {@link headersRead}, for a response that is documented as JSON or text. */
export const jsonOrTextAndHeadersRead = async (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> =>
  withHeaders(await jsonOrTextRead(operation, response, context), operation, response);

function withHeaders(
  read: ReadResponse,
  { responses }: OperationDescriptor,
  { status, headers }: Response,
): ReadResponse {
  const documented = responses[receivedKey(responses, status) ?? ""]?.headers;
  return documented === undefined
    ? read
    : { ...read, headerValues: plainHeaders(documented, headers) };
}

/** Reads those documented headers that a response contains, each a single text, number or boolean. */
export function plainHeaders(
  documented: readonly ParameterDescriptor[],
  headers: Headers,
): JsonObject {
  const values: JsonObject = {};
  for (const { name, shape = "string" } of documented) {
    const text = headers.get(name);
    if (text !== null) setMember(values, name, fromText(text.trim(), shape));
  }
  return values;
}
