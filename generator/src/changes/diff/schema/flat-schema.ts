import { isAnnotation } from "@openapi-packages/description/json/annotation-keywords";
import {
  canonicalText,
  isObject,
  pointerParts,
  stringMember,
  type Json,
} from "@openapi-packages/description/json/json";
import { referencedName } from "@openapi-packages/description/json/subschemas";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import {
  appliedSchemas,
  conjoinedPlaces,
  placesIn,
  placesOf,
  type AppliedSchema,
  type Target,
} from "@openapi-packages/description/model/applied/applied-schemas";
import {
  allowedTypes,
  givenValues,
  requiredNames,
} from "@openapi-packages/description/model/applied/keyword-values";
import { isAbsentMember } from "@openapi-packages/description/model/variants/derive-variants";

/** A schema with everything that applies to the same value, where `null` is apart from the other types and values. */
export interface FlatSchema {
  /** The JSON pointer of the schema itself; for a schema that is only a reference, that of its target. */
  readonly pointer: string;
  /** The name of the first schema that it refers to. */
  readonly name: string | undefined;
  /** The schemas that apply at once, each before the ones it refers to or includes. */
  readonly schemas: readonly AppliedSchema[];
  /** The alternatives of each `oneOf` and `anyOf` that has several beside `null`. */
  readonly unions: readonly (readonly SchemaPlace[])[];
  readonly isNullable: boolean;
  /** The types that it allows beside `null`; `undefined` means any. */
  readonly types: ReadonlySet<string> | undefined;
  /** The values that it allows beside `null`, by their canonical texts; `undefined` means any. */
  readonly values: ReadonlyMap<string, Json> | undefined;
  /** The schemas of each property, which all apply at once. */
  readonly properties: ReadonlyMap<string, readonly SchemaPlace[]>;
  /** The required properties, without those that a variant of the schema leaves out. */
  readonly required: ReadonlySet<string>;
}

/** Reads schemas that all apply at once. Without any, every value is allowed. */
export function flatSchema(target: Target, places: readonly SchemaPlace[]): FlatSchema {
  const own = heldSchemas(target, places);
  const choices = own.flatMap((one) =>
    ["oneOf", "anyOf"].flatMap((keyword) => choiceOf(target, one, keyword)),
  );
  const schemas = [...own, ...choices.flatMap((choice) => choice.schemas)];
  const itself = schemas.find(({ json: schema }) => referenceAlone(schema) === undefined);
  const types = allowedTypes(schemas);
  const values = givenValues(schemas)?.filter(
    (value) => value !== null && types?.has(jsonType(value)) !== false,
  );
  const declared = Map.groupBy(placesOf(schemas, "properties"), nameOf);
  const properties = new Map(
    [...declared]
      .map(
        ([name, all]) => [name, all.filter(({ json: schema }) => !isAbsentMember(schema))] as const,
      )
      .filter(([, present]) => present.length > 0),
  );
  return {
    pointer: itself?.pointer ?? places[0]?.pointer ?? "",
    name: schemas
      .map(({ json: schema }) => referencedName(schema))
      .find((name) => name !== undefined),
    schemas,
    unions: choices.flatMap(({ unions }) => unions),
    isNullable:
      allowedTypes(own)?.has("null") !== false &&
      givenValues(own)?.includes(null) !== false &&
      choices.every(({ isNullable }) => isNullable),
    types: values ? new Set(values.map(jsonType)) : types && typesBesideNull(types),
    values: values && new Map(values.map((value) => [canonicalText(value), value])),
    properties,
    required: new Set(
      [...requiredNames(schemas)].filter((name) => properties.has(name) || !declared.has(name)),
    ),
  };
}

const nameOf = ({ pointer }: SchemaPlace): string => pointerParts(pointer).at(-1) ?? "";

/** The schemas that apply whatever is chosen. `false` is read as a schema without types. */
function heldSchemas(target: Target, places: readonly SchemaPlace[]): readonly AppliedSchema[] {
  const applied = appliedSchemas(target, places);
  const impossible = [...places, ...applied.flatMap((one) => conjoinedPlaces(target, one))]
    .filter(({ json }) => json === false)
    .map(({ pointer }) => ({ json: { type: [] }, pointer }));
  return [...applied, ...impossible];
}

/** What alternatives add to the schema that lists them. */
type Choice = Pick<FlatSchema, "schemas" | "unions" | "isNullable">;

/** Reads alternatives. The only one beside `null` applies at once, and several that only list values are an enum. */
function choiceOf(
  target: Target,
  { json: schema, pointer }: AppliedSchema,
  keyword: string,
): Choice[] {
  const places = placesIn(schema, pointer, keyword);
  const read = places.map((place) => ({ place, flat: flatSchema(target, [place]) }));
  const [first] = read;
  if (first === undefined) return [];
  const isNullable = read.some(({ flat }) => flat.isNullable);
  const others = read.filter(({ flat }) => flat.types?.size !== 0);
  const [only = first, another] = others;
  if (another === undefined) return [{ ...only.flat, isNullable }];
  if (others.every(({ flat }) => isValuesAlone(flat))) {
    const values = others.flatMap(({ flat }) => [...(flat.values?.values() ?? [])]);
    return [{ schemas: [{ json: { enum: values }, pointer }], unions: [], isNullable }];
  }
  return [{ schemas: [], unions: [others.map(({ place }) => place)], isNullable }];
}

/** The types without `null`, and without integers where all numbers are allowed. */
function typesBesideNull(types: ReadonlySet<string>): ReadonlySet<string> {
  const isImplied = (type: string): boolean => type === "integer" && types.has("number");
  return new Set([...types].filter((type) => type !== "null" && !isImplied(type)));
}

/** The JSON type of a value; `integer` for a whole number. */
function jsonType(value: Json): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** The texts that a keyword has in all schemas that apply. */
export function textsOf({ schemas }: FlatSchema, keyword: string): ReadonlySet<string> {
  return new Set(schemas.flatMap(({ json: schema }) => stringMember(schema, keyword) ?? []));
}

/** The reference of a schema that has no other keywords but annotations. */
export function referenceAlone(schema: Json): string | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref: reference, ...rest } = schema;
  const isAlone = Object.keys(rest).every(
    (keyword) => isAnnotation(keyword) && keyword !== "default" && keyword !== "deprecated",
  );
  return typeof reference === "string" && isAlone ? reference : undefined;
}

/** True if a schema restricts nothing. */
export function isAnything(flat: FlatSchema): boolean {
  return flat.unions.length === 0 && saysOnly(flat, []);
}

/** True if a schema is a choice between alternatives, and restricts nothing else. */
export function isChoiceAlone(flat: FlatSchema): boolean {
  return flat.unions.length === 1 && saysOnly(flat, ["discriminator"]);
}

/** True if a schema restricts nothing but its types and values. */
function isValuesAlone(flat: FlatSchema): boolean {
  const { unions, values } = flat;
  return unions.length === 0 && values !== undefined && saysOnly(flat, ["type", "enum", "const"]);
}

const combining = ["$ref", "allOf", "oneOf", "anyOf"];

/** True if no keywords but those listed restrict the values of a schema. */
function saysOnly({ schemas }: FlatSchema, keywords: readonly string[]): boolean {
  return schemas
    .flatMap(({ json: schema }) => Object.keys(schema))
    .every((one) => isAnnotation(one) || combining.includes(one) || keywords.includes(one));
}
