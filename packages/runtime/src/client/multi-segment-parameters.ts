import type { OperationDescriptor } from "../operation.ts";
import { withSlashes } from "../parameters/multi-segment.ts";
import type { WrittenParameters } from "./operation.ts";
import { headerParameters } from "./header-parameters.ts";
import type { CallInput } from "./types.ts";

/**
 * Writes parameters as {@link headerParameters} does, and keeps the slashes in a path parameter that spans
 * several segments (`x-multi-segment`).
 *
 * @throws {TypeError} as `headerParameters`.
 */
export function multiSegmentParameters(
  operation: OperationDescriptor,
  input: CallInput,
): WrittenParameters {
  const several = operation.parameters?.find(({ multiSegment }) => multiSegment);
  return headerParameters(operation, input, (name, text) =>
    name === several?.name ? withSlashes(text) : text,
  );
}
