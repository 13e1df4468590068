import { isObject, type Json } from "@openapi-packages/description/json/json";
import {
  appliedSchemas,
  itemPlaces,
  memberPlaces,
  placesOf,
  type Target,
} from "@openapi-packages/description/model/applied/applied-schemas";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import { isAbsentMember } from "@openapi-packages/description/model/variants/derive-variants";

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
    const isAbsent = own.some(({ json: schema }) => isAbsentMember(schema));
    return isAbsent ? [] : [[name, visiblePart(target, own, one)]];
  });
  return Object.fromEntries(members);
}
