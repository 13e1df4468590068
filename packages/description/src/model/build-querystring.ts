import { arrayMember, isObject, member, stringMember, toPointer, type Json } from "../json/json.ts";
import type { Parameter } from "./api-model.ts";
import type { Place } from "../load/openapi/operation-places.ts";
import type { ModelContext } from "./model-context.ts";
import { earlierNamesIn } from "./renames/renamed-from.ts";

const form = "application/x-www-form-urlencoded";

/**
 * Returns the parameters that a parameter with `in: querystring` amounts to (OpenAPI 3.2, Parameter
 * Object): a form has one parameter per property, serialized as its encoding says. A query of
 * another media type is reported and left out.
 */
export function buildQuerystring(context: ModelContext, { node, pointer }: Place): Parameter[] {
  const at = `${pointer}/content${toPointer([form])}`;
  const media = context.follow(member(member(node, "content"), form), at);
  const properties =
    media === undefined
      ? []
      : propertiesOf(context, context.schemaAt(`${media.pointer}/schema`), `${at}/schema`);
  if (media === undefined || properties.length === 0) {
    const message = `the query ${stringMember(node, "name") ?? ""} is not a form with properties, so it is left out`;
    context.report(
      "querystring-unsupported",
      message,
      pointer,
      `describe it as ${form} with an object`,
    );
    return [];
  }
  return properties.map((property) => propertyParameter(context, media.node["encoding"], property));
}

interface Property extends Place {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
}

/** Returns the properties of an object schema, including those in its `allOf`. */
function propertiesOf(
  context: ModelContext,
  schema: Json | undefined,
  at: string,
  depth = 0,
): Property[] {
  const place = context.follow(schema, at);
  if (place === undefined || depth > 16) return [];
  const required = arrayMember(place.node, "required");
  const properties = member(place.node, "properties");
  const own = Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => ({
    name,
    schema: property,
    node: context.follow(property, "")?.node ?? {},
    pointer: `${place.pointer}/properties${toPointer([name])}`,
    required: required.includes(name),
  }));
  const parts = arrayMember(place.node, "allOf").flatMap((part, index) =>
    propertiesOf(context, part, `${place.pointer}/allOf/${index}`, depth + 1),
  );
  return [...own, ...parts];
}

/**
 * Builds the parameter of a property. As in a form body, an object is JSON unless its encoding has
 * a style (Encoding Object).
 */
function propertyParameter(
  context: ModelContext,
  encodings: Json | undefined,
  { name, node, schema, pointer, required }: Property,
): Parameter {
  const encoding = member(encodings, name);
  const items = context.follow(node["items"], "")?.node;
  const isNested = [node, items].some((one) => one !== undefined && isObjectSchema(one));
  const style = stringMember(encoding, "style");
  const explode = member(encoding, "explode");
  const hasStyle = style !== undefined || explode !== undefined;
  const content =
    stringMember(encoding, "contentType") ?? (isNested ? "application/json" : undefined);
  return {
    name,
    in: "query",
    description: stringMember(node, "description") ?? "",
    required,
    deprecated: node["deprecated"] === true,
    style,
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: member(encoding, "allowReserved") === true,
    allowEmptyValue: false,
    multiSegment: false,
    content: hasStyle ? undefined : content,
    schema: context.described(schema, pointer),
    example: undefined,
    renamedFrom: earlierNamesIn(schema),
  };
}

const isObjectSchema = (node: Place["node"]): boolean =>
  node["type"] === "object" || node["properties"] !== undefined;
