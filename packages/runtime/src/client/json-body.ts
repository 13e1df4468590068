import { jsonText } from "../json-text.ts";
import type { OperationDescriptor } from "../operation.ts";
import { naming } from "../parameters/unsendable.ts";
import type { CallInput } from "./call-options.ts";
import type { WrittenBody } from "./operation.ts";

/**
 * Writes a body as JSON.
 *
 * @throws {TypeError} with the operation and the JSON pointer of a value that JSON cannot express.
 */
export const jsonBody = (
  { operationId }: OperationDescriptor,
  { body, contentType = "application/json" }: CallInput,
): WrittenBody | undefined =>
  body === undefined ? undefined : { body: naming(operationId, () => jsonText(body)), contentType };
