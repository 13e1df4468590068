import { setMember, type JsonObject } from "../members.ts";
import type { OperationDescriptor } from "../operation.ts";
import { fromText } from "../parameters/text-value.ts";
import { receivedKey } from "../status.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";
import { plainRead } from "./plain-response.ts";
import { readError } from "./read-error.ts";

/**
 * Reads a response as the default reader does, together with its documented headers, each a single text,
 * number or boolean.
 */
export async function headersRead(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> {
  const read = await (response.ok ? plainRead : readError)(operation, response, context);
  const { responses } = operation;
  const documented = responses[receivedKey(responses, response.status) ?? ""]?.headers;
  if (documented === undefined) return read;
  const headerValues: JsonObject = {};
  for (const { name, shape = "string" } of documented) {
    const text = response.headers.get(name);
    if (text !== null) setMember(headerValues, name, fromText(text.trim(), shape));
  }
  return { ...read, headerValues };
}
