import type { OperationDescriptor } from "../operation.ts";
import type { WrittenBody } from "./operation.ts";
import type { CallInput } from "./types.ts";

/** Writes a body as JSON, which most are. Operations that take others bring a writer of their own. */
export function plainBody(
  _operation: OperationDescriptor,
  { body, contentType = "application/json" }: CallInput,
): WrittenBody | undefined {
  return body === undefined ? undefined : { body: JSON.stringify(body), contentType };
}
