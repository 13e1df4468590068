import { isObject, type Json } from "../../json.ts";
import {
  appliedSchemas,
  itemPlaces,
  memberPlaces,
  placesOf,
  type Target,
} from "../../model/applied/applied-schemas.ts";
import type { SchemaPlace } from "../../model/api-model.ts";
import { isAbsentMember } from "../../model/variants/derive-variants.ts";

/**
 * Returns a value without the members that its schema's variant leaves out. One example often serves a
 * request and its response, and so has both `writeOnly` and `readOnly` members.
 */
export function visiblePart(target: Target, places: readonly SchemaPlace[], value: Json): Json {
  const schemas = appliedSchemas(target, places, () => undefined);
  if (Array.isArray(value)) {
    const contained = placesOf(schemas, "contains");
    return (value as readonly Json[]).map((item, index) =>
      visiblePart(target, [...itemPlaces(schemas, index), ...contained], item),
    );
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
    const own = memberPlaces(schemas, name);
    const isAbsent = own.some(({ schema }) => isAbsentMember(schema));
    return isAbsent ? [] : [[name, visiblePart(target, own, one)]];
  });
  return Object.fromEntries(members);
}
