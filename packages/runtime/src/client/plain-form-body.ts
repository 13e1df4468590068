import type { OperationDescriptor } from "../operation.ts";
import type { CallInput } from "./call-options.ts";
import { contentBody } from "./content-body.ts";
import type { WrittenBody } from "./operation.ts";
import { plainPairs } from "./plain-parameters.ts";

/**
 * Writes a body as a form of single values and lists of them, or as JSON, text or bytes. Throws as {@link
 * contentBody}.
 */
export const plainFormBody = (
  operation: OperationDescriptor,
  input: CallInput,
): WrittenBody | undefined =>
  contentBody(operation, input, { form: (_, body) => plainPairs("form field", body) });
