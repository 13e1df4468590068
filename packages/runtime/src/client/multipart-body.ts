import { encodeFormData } from "../form-data.ts";
import type { OperationDescriptor } from "../operation.ts";
import type { CallInput } from "./call-options.ts";
import { contentBody } from "./content-body.ts";
import type { WrittenBody } from "./operation.ts";

/** Writes a body as `multipart/form-data`, or as JSON, text or bytes. Throws as {@link contentBody}. */
export const multipartBody = (
  operation: OperationDescriptor,
  input: CallInput,
): WrittenBody | undefined => contentBody(operation, input, { multipart: encodeFormData });
