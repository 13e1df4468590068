import {
  isObject,
  member,
  stringMember,
  toPointer,
  valueAt,
  type Json,
} from "@openapi-packages/description/json/json";
import type { ApiModel, MediaType } from "@openapi-packages/description/model/api-model";
import { exampleField } from "@openapi-packages/description/model/example-value";

/**
 * Returns the JSON pointer of a media type's example: beside its schema, in `examples`, or in the
 * schema.
 *
 * @param name the name of an entry of `examples`; the first example by default
 */
export function examplePointer(
  { document }: ApiModel,
  media: MediaType,
  name?: string,
): string | undefined {
  const { schema } = media;
  if (schema === undefined) return undefined;
  const holder = schema.pointer.slice(0, schema.pointer.lastIndexOf("/"));
  const node = valueAt(document, holder);
  const examples = member(node, "examples");
  if (name !== undefined) return namedExample(document, media, holder, name);
  for (const keyword of ["x-event-sequence", "example"])
    if (member(node, keyword) !== undefined) return `${holder}/${keyword}`;
  const first = isObject(examples) ? Object.keys(examples)[0] : undefined;
  if (first !== undefined) return namedExample(document, media, holder, first);
  const reference = stringMember(schema.json, "$ref");
  const place = reference?.startsWith("#") === true ? reference.slice(1) : schema.pointer;
  const keyword = ["examples", "example", "const", "default"].find(
    (one) => member(valueAt(document, place), one) !== undefined,
  );
  return keyword === undefined ? place : `${place}/${keyword}`;
}

function namedExample(document: Json, media: MediaType, holder: string, name: string): string {
  const own = `${holder}${toPointer(["examples", name])}`;
  const reference = stringMember(valueAt(document, own), "$ref");
  const place = reference?.startsWith("#") === true ? reference.slice(1) : own;
  return `${place}/${exampleField(valueAt(document, place), media) ?? "value"}`;
}
