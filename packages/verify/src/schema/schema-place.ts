import type { Issue } from "@openapi-packages/runtime";
import type { Description } from "@openapi-packages/compiler";
import {
  arrayMember,
  itemPlaces,
  member,
  memberPlaces,
  pointerParts,
  type SchemaPlace,
} from "@openapi-packages/description";
import { appliedSchemas } from "./applied-schemas.ts";

/**
 * Returns the place in the description that an issue is about: its keyword in the schema of its place, else the
 * nearest documented schema around it.
 *
 * @param root the schema of the whole value
 * @returns a JSON pointer into the description's document
 */
export function schemaPlaceOf(
  description: Description,
  root: SchemaPlace,
  { pointer, keyword }: Pick<Issue, "pointer" | "keyword">,
): string {
  const tokens = pointerParts(pointer);
  let schemas = appliedSchemas(description, [root]);
  let nearest = schemas.find(({ json: schema }) => member(schema, "$ref") === undefined)?.pointer;
  let isReached = true;
  for (const [index, token] of tokens.entries()) {
    // An issue of a missing or undocumented member belongs to the object around it.
    const isLast = index === tokens.length - 1;
    if (isLast && keyword === "required") {
      const found = schemas.find(({ json: schema }) =>
        arrayMember(schema, "required").includes(token),
      );
      if (found !== undefined) return `${found.pointer}/required`;
    }
    const places = /^\d+$/.test(token)
      ? [...itemPlaces(schemas, Number(token)), ...memberPlaces(schemas, token)]
      : memberPlaces(schemas, token);
    if (places.length === 0) {
      isReached = false;
      break;
    }
    schemas = appliedSchemas(description, places);
    nearest = places[0]?.pointer ?? nearest;
  }
  const ruling = schemas.find(({ json: schema }) => member(schema, keyword) !== undefined);
  if (ruling !== undefined && isReached) return `${ruling.pointer}/${keyword}`;
  return nearest ?? root.pointer;
}
