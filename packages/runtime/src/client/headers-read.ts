import { setMember, type JsonObject } from "../members.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../operation.ts";
import { fromText } from "../parameters/text-value.ts";
import { receivedKey } from "../status.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { jsonRead } from "./json-read.ts";

/**
 * Reads a response as the default reader does, together with its documented headers, each a single text,
 * number or boolean.
 */
export async function headersRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const read = await jsonRead(operation, response, context);
  const { responses } = operation;
  const documented = responses[receivedKey(responses, response.status) ?? ""]?.headers;
  if (documented === undefined) return read;
  return { ...read, headerValues: plainHeaders(documented, response.headers) };
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
