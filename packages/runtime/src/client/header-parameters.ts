import type { OperationDescriptor } from "../operation.ts";
import { headerText } from "../parameters/header.ts";
import type { CallInput } from "./call-options.ts";
import { idempotencyHeaderOf } from "../idempotency/key-header.ts";
import type { WrittenParameters } from "./operation.ts";
import { plainParameters } from "./plain-parameters.ts";

/**
 * Writes parameters as {@link plainParameters} does, and single values in headers, in the style `simple`.
 *
 * @throws {TypeError} as `plainParameters`, and for a text that would not arrive unchanged.
 */
export function headerParameters(
  operation: OperationDescriptor,
  input: CallInput,
  inPath?: (name: string, text: string) => string,
): WrittenParameters {
  const headers: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(input.header ?? {}) as [string, unknown][])
    if (value !== undefined && value !== null)
      headers[name.toLowerCase()] = headerText(name, value);
  const idempotencyKey = idempotencyHeaderOf(operation);
  return { ...plainParameters(operation, input, inPath), headers, idempotencyKey };
}
