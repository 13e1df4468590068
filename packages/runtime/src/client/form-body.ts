import type { OperationDescriptor } from "../operation.ts";
import { encodeForm } from "../parameters/query.ts";
import type { CallInput } from "./call-options.ts";
import { contentBody } from "./content-body.ts";
import type { WrittenBody } from "./operation.ts";

/** Writes a body as a form, or as JSON, text or bytes. Throws as {@link contentBody}. */
export const formBody = (
  operation: OperationDescriptor,
  input: CallInput,
): WrittenBody | undefined => contentBody(operation, input, { form: encodeForm });
