import type { OperationDescriptor } from "../operation.ts";
import { jsonText } from "../json-text.ts";
import { naming } from "../parameters/unsendable.ts";
import type { WrittenBody } from "./operation.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes a body as JSON, the default. Operations with other bodies name another writer.
 *
 * @throws {TypeError} with the operation and the JSON pointer of a value that JSON cannot express.
 */
export function plainBody(
  { operationId }: OperationDescriptor,
  { body, contentType = "application/json" }: CallInput,
): WrittenBody | undefined {
  if (body === undefined) return undefined;
  return { body: naming(operationId, () => jsonText(body)), contentType };
}
