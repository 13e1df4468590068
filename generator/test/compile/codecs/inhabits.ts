import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../../src/json.ts";
import { referencedName } from "../../../src/subschemas.ts";

/** Tells whether a value is of a type in the forms of `typeSchema`, as TypeScript would. */
export function inhabits(types: JsonObject, type: Json | undefined, value: unknown): boolean {
  const is = (one: Json | undefined, own: unknown): boolean => inhabits(types, one, own);
  if (!isObject(type)) return type === true;
  const name = referencedName(type);
  if (name !== undefined) return is(types[name], value);
  if (type["anyOf"] !== undefined) return arrayMember(type, "anyOf").some((one) => is(one, value));
  if (type["allOf"] !== undefined) return arrayMember(type, "allOf").every((one) => is(one, value));
  if (type["const"] !== undefined) return type["const"] === value;
  if (type["enum"] !== undefined) return arrayMember(type, "enum").includes(value as Json);
  switch (type["type"]) {
    case "converted":
      return value instanceof Date;
    case "null":
      return value === null;
    case "list":
      return Array.isArray(value) && value.every((item) => is(type["items"], item));
    case "tuple":
      return (
        Array.isArray(value) &&
        value.every((item, index) => is(arrayMember(type, "prefix")[index] ?? type["rest"], item))
      );
    case "object":
    case "mixed":
      return isRecord(value) && isOfMembers(types, type, value);
    default:
      return typeof value === type["type"];
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);

function isOfMembers(
  types: JsonObject,
  type: JsonObject,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const properties = objectMember(type, "properties") ?? {};
  const hasAll = arrayMember(type, "required").every((name) => Object.hasOwn(value, String(name)));
  const index = arrayMember(type, "index").map((one) => member(one, "schema"));
  return (
    hasAll &&
    Object.entries(value).every(([name, own]) => {
      if (Object.hasOwn(properties, name)) return inhabits(types, properties[name], own);
      return index.every((one) => inhabits(types, one, own));
    })
  );
}
