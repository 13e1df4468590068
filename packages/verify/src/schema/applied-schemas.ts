import type { Description } from "@openapi-packages/compiler";
import {
  appliedSchemas as applied,
  targetIn,
  type AppliedSchema,
  type Json,
  type SchemaPlace,
} from "@openapi-packages/description";

/**
 * The schemas that a value has to conform to all at once: references followed, `allOf` taken apart, and of alternatives
 * those that hold.
 *
 * @param value left out: alternatives do not count
 */
export function appliedSchemas(
  { model, holds }: Description,
  places: readonly SchemaPlace[],
  value?: Json,
): AppliedSchema[] {
  const target = targetIn(model.document);
  return value === undefined
    ? applied(target, places)
    : applied(target, places, (schema) => holds(schema, value));
}
