import { isJsonMediaType, isSequenceMediaType } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";

/**
 * Builds the Accept header from the media types of the documented successes (RFC 9110, section 12.5.1).
 * JSON is preferred, because many services would choose the first type, often XML.
 */
export function acceptOf({ responses }: Pick<OperationDescriptor, "responses">): string {
  const types = new Set<string>();
  const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
  // Without a success, `default` has it.
  for (const status of successes.length > 0 ? successes : ["default"])
    // A range with a suffix, such as `application/*+json`, exists in OpenAPI but not in HTTP.
    for (const { mediaType } of responses[status]?.content ?? [])
      types.add(mediaType.replace(/\*\+.*$/, "*"));
  if (types.size < 2) return [...types, "application/json"][0] as string;
  const hasJson = [...types].some(isJsonMediaType);
  const isLess = (type: string): boolean =>
    hasJson && !isJsonMediaType(type) && !isSequenceMediaType(type);
  const less = [...types].filter(isLess).map((type) => `${type};q=0.9`);
  // Some services only look at the first type.
  return [...[...types].filter((type) => !isLess(type)), ...less].join(", ");
}
