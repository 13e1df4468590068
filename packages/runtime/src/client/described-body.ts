import { encodeItem } from "../event-stream/index.ts";
import { encodeFormData } from "../form-data.ts";
import type { OperationDescriptor } from "../operation.ts";
import { encodeForm } from "../parameters/query.ts";
import type { CallInput } from "./call-options.ts";
import { contentBody } from "./content-body.ts";
import type { WrittenBody } from "./operation.ts";

/** Writes a body of any kind but a list of parts. Throws as {@link contentBody}. */
export const describedBody = (
  operation: OperationDescriptor,
  input: CallInput,
): WrittenBody | undefined =>
  contentBody(operation, input, {
    item: encodeItem,
    form: encodeForm,
    multipart: encodeFormData,
  });
