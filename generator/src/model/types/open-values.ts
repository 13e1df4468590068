import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";

/** How open an enum of a type is: what `isOpen` of it says. */
export type Openness =
  /** Its schema does not say: a later version of the description may have more values. */
  | true
  /** Its schema says that there may be others. */
  | "declared"
  /** Others are allowed today (`x-extensible-enum`): validators accept them. */
  | "everywhere";

/**
 * Marks an enum as one that may grow, with `isOpen`: one of several texts or numbers, unless its schema says that it
 * is closed. A single value is a constant, which says what its object is. Types of the contract have the
 * known values, those of the client any of their kind.
 *
 * @param schema the schema that the values are from
 */
export function withOpenValues(shape: Json, schema: JsonObject): Json {
  const values = member(shape, "enum");
  const declared = declaredOpenness(schema);
  if (!isObject(shape) || !Array.isArray(values) || declared === false) return shape;
  const known = (values as readonly Json[]).filter((value) => value !== null);
  const isGrowing = known.length > 1 && known.every(isSingle);
  const isOpen: Openness = declared === true ? "declared" : true;
  return isGrowing ? { ...shape, isOpen } : shape;
}

/** What extensions that others use for it say: of Azure, of Speakeasy, and that of Zalando with a boolean. */
function declaredOpenness(schema: JsonObject): boolean | undefined {
  const extensible = member(schema, "x-extensible-enum");
  const asString = member(member(schema, "x-ms-enum"), "modelAsString");
  const unknownValues = member(schema, "x-speakeasy-unknown-values");
  if (typeof extensible === "boolean") return extensible;
  if (typeof asString === "boolean") return asString;
  return unknownValues === "allow" ? true : unknownValues === "disallow" ? false : undefined;
}

/**
 * The type of a schema that lists known values beside its type, and allows others (`x-extensible-enum` of
 * Zalando's guidelines, rule 112); `undefined` where it lists none.
 */
export function extensibleShape(schema: JsonObject): JsonObject | undefined {
  const listed = arrayMember(schema, "x-extensible-enum");
  if (listed.length === 0 || !listed.every(isSingle)) return undefined;
  const type = member(schema, "type");
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const isFit = (value: Json): boolean =>
    types.includes(typeof value) || (types.includes("integer") && typeof value === "number");
  if (!listed.every(isFit)) return undefined;
  const isOpen: Openness = "everywhere";
  return { enum: [...new Set(listed), ...(types.includes("null") ? [null] : [])], isOpen };
}

const isSingle = (value: Json): boolean => typeof value === "string" || typeof value === "number";
