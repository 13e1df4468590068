import type { OperationDescriptor } from "../operation.ts";
import { jsonText } from "../json-text.ts";
import { naming } from "../parameters/unsendable.ts";
import type { WrittenBody } from "./operation.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes a body as JSON, which most are. Operations that take others bring a writer of their own.
 *
 * @throws {TypeError} with the operation and the JSON pointer of what JSON cannot express
 */
export function plainBody(
  { operationId }: OperationDescriptor,
  { body, contentType = "application/json" }: CallInput,
): WrittenBody | undefined {
  if (body === undefined) return undefined;
  return { body: naming(operationId, () => jsonText(body)), contentType };
}
