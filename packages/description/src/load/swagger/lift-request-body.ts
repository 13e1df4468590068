import { stringMember, type Json, type JsonObject } from "../../json/json.ts";
import type { Path } from "../read/origins.ts";
import { formEncoding, splitSchema } from "./lift-parameter.ts";
import type { Lifting, PlacedParameter } from "./lifting.ts";

/** The media types of forms. */
const formTypes = ["multipart/form-data", "application/x-www-form-urlencoded"];

/**
 * Converts the `in: body` and `in: formData` parameters of an operation to a request body; `undefined` if
 * there are none.
 *
 * @param consumes the media types of the operation or the description
 */
export function liftRequestBody(
  lifting: Lifting,
  parameters: readonly PlacedParameter[],
  consumes: readonly string[] | undefined,
  to: Path,
): JsonObject | undefined {
  const body = parameters.find(({ value }) => stringMember(value, "in") === "body");
  const fields = parameters.filter((one) => one !== body);
  const [first] = fields;
  if (body !== undefined) {
    if (first !== undefined)
      lifting.warn(
        first.from,
        "the operation has both a body and fields of a form",
        "the fields are left out: a request has one body",
      );
    return liftBody(lifting, body, consumes, to);
  }
  return first === undefined ? undefined : liftForm(lifting, first, fields, consumes, to);
}

function liftBody(
  lifting: Lifting,
  { value, from }: PlacedParameter,
  consumes: readonly string[] | undefined,
  to: Path,
): JsonObject {
  const { in: _in, name: _name, schema, ...lifted } = value;
  const types = consumes === undefined || consumes.length === 0 ? ["application/json"] : consumes;
  lifting.put(to, from);
  const content: JsonObject = {};
  for (const type of new Set(types)) {
    lifting.put([...to, "content", type], from);
    content[type] =
      schema === undefined
        ? {}
        : { schema: lifting.schemaFor([...to, "content", type, "schema"], schema) };
  }
  return { ...lifted, content };
}

function liftForm(
  lifting: Lifting,
  first: PlacedParameter,
  fields: readonly PlacedParameter[],
  consumes: readonly string[] | undefined,
  to: Path,
): JsonObject {
  lifting.put(to, first.from);
  const content: JsonObject = {};
  for (const type of formTypesOf(fields, consumes)) {
    const at = [...to, "content", type];
    lifting.put(at, first.from);
    lifting.put([...at, "schema"], first.from);
    const { schema, encoding } = formOf(lifting, fields, type, at);
    const hasEncoding = Object.keys(encoding).length > 0;
    content[type] = {
      schema: lifting.schemaFor([...at, "schema"], schema, content),
      ...(hasEncoding && { encoding }),
    };
  }
  const isRequired = fields.some(({ value }) => value["required"] === true);
  return { content, ...(isRequired && { required: true }) };
}

/** Returns the media types of a form: multipart if it has a file (Swagger 2.0, "Parameter Object"). */
function formTypesOf(
  fields: readonly PlacedParameter[],
  consumes: readonly string[] = [],
): readonly string[] {
  const hasFile = fields.some(({ value }) => value["format"] === "binary");
  const given = formTypes.filter((type) => consumes.includes(type));
  if (hasFile) return ["multipart/form-data"];
  return given.length === 0 ? ["application/x-www-form-urlencoded"] : given;
}

function formOf(
  lifting: Lifting,
  fields: readonly PlacedParameter[],
  mediaType: string,
  at: Path,
): { readonly schema: JsonObject; readonly encoding: JsonObject } {
  const properties: JsonObject = {};
  const encoding: JsonObject = {};
  const required: Json[] = [];
  for (const { value, from } of fields) {
    const name = stringMember(value, "name") ?? "";
    const to = [...at, "schema", "properties", name];
    const { schema, others } = splitSchema(lifting, value, { to, from });
    const {
      in: _in,
      name: _name,
      required: isRequired,
      allowEmptyValue: _allowEmptyValue,
      collectionFormat = "csv",
      ...rest
    } = others;
    lifting.put(to, from);
    properties[name] = lifting.schemaFor(to, { ...schema, ...rest }, value);
    if (isRequired === true) required.push(name);
    if (schema["type"] !== "array") continue;
    const style = formEncoding(lifting, collectionFormat, mediaType, { to, from });
    if (style !== undefined) encoding[name] = style;
  }
  return {
    schema: { type: "object", properties, ...(required.length > 0 && { required }) },
    encoding,
  };
}
