import { rawIntegers } from "@openapi-packages/runtime/internals";

/** As `JSON.stringify`, for values whose integers beyond 2^53 are `bigint`. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(rawIntegers(value), undefined, indent);
