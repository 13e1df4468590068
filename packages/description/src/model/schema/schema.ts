import type { Json, JsonObject } from "../../json/json.ts";
import type { UnionFallback, UnionTag } from "../unions/union-choice.ts";

/**
 * What a schema says of a value: one of a few kinds. Types, codecs, guards, examples, error bodies and the reference are a
 * `switch` over them. What has to be exact reads the JSON Schema instead, since merging loses conditions such as `not`:
 * validators, serializers, samples, the values of `verify`, `diff` and Zod.
 */
export type Schema =
  | UnknownSchema
  | ImpossibleSchema
  | NullSchema
  | BooleanSchema
  | NumberSchema
  | StringSchema
  | BinarySchema
  | DateSchema
  | EnumSchema
  | ArraySchema
  | TupleSchema
  | ObjectSchema
  | UnionSchema
  | IntersectionSchema
  | ReferenceSchema
  | RequiredSchema;

/** Any value: nothing is known of it. */
export interface UnknownSchema {
  readonly kind: "unknown";
}

/** No value: the schema is `false`, or its keywords contradict each other. */
export interface ImpossibleSchema {
  readonly kind: "impossible";
}

export interface NullSchema {
  readonly kind: "null";
}

export interface BooleanSchema {
  readonly kind: "boolean";
}

export interface NumberSchema {
  readonly kind: "number";
  readonly constraints?: Constraints;
  /**
   * Only for an integer with `format: int64` that callers and handlers see as a `bigint`: the JSON pointer
   * of the schema, as in {@link DateSchema}.
   */
  readonly bigIntAt?: string;
}

export interface StringSchema {
  readonly kind: "string";
  readonly constraints?: Constraints;
}

/** A file: `format: binary` in OpenAPI 3.0, or content without an encoding in 3.1. */
export interface BinarySchema {
  readonly kind: "binary";
}

/** A string with `format: date-time` that callers and handlers see as another type. */
export interface DateSchema {
  readonly kind: "date";
  /** The name of the type: `Date`, or `globalThis.Date` if a schema is called `Date`. */
  readonly type: string;
  /**
   * The JSON pointer of the schema, which identifies it in the list of exceptions from conversion.
   */
  readonly place: string;
}

/** One of several values: `const`, `enum`, or alternatives that are all constants. */
export interface EnumSchema {
  readonly kind: "enum";
  readonly values: readonly Json[];
  /** Whether other values may occur; `undefined` means never. */
  readonly openness: Openness | undefined;
}

/** When an enum may have values beside its own. */
export type Openness =
  /** The schema does not say: a later version of the description may add values. */
  | "undeclared"
  /** The schema says that others may be added. */
  | "declared"
  /** The schema allows others today (`x-extensible-enum`), so validators accept them. */
  | "everywhere";

export interface ArraySchema {
  readonly kind: "array";
  readonly items: Schema;
  readonly constraints?: Constraints;
}

/**
 * The constraints on numbers, strings and arrays beside their type (JSON Schema 2020-12 validation,
 * section 6).
 */
export interface Constraints {
  /** True for integers. */
  readonly isInteger?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  /** All of them must match. */
  readonly patterns?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** An array whose first items have schemas of their own. */
export interface TupleSchema {
  readonly kind: "tuple";
  readonly prefixItems: readonly Schema[];
  /** The minimum number of items, including those of the prefix. */
  readonly minItems: number;
  /** The schema of all further items; `undefined` if there are none. */
  readonly items: Schema | undefined;
}

export interface ObjectSchema {
  readonly kind: "object";
  /** In the order of the description. */
  readonly properties: readonly Property[];
  /** The undeclared members, by the prefix of their names. */
  readonly additional: readonly AdditionalProperties[];
  /**
   * What an object without declared members may contain: any members, none, or none in this
   * direction because each is `readOnly` or `writeOnly`.
   */
  readonly undeclared: "any" | "none" | "hidden";
}

/** A declared member of an object. */
export interface Property extends DocumentedSchema {
  readonly name: string;
  readonly isRequired: boolean;
}

/** A schema with its annotations. */
export interface DocumentedSchema {
  readonly schema: Schema;
  /** The annotations of JSON Schema and OpenAPI, and `format`, by keyword. */
  readonly annotations: JsonObject;
}

/**
 * The undeclared members that `additionalProperties`, `unevaluatedProperties` or
 * `patternProperties` describe.
 */
export interface AdditionalProperties {
  /** The prefix of the members' names; empty for all names. */
  readonly prefix: string;
  readonly schema: Schema;
  /**
   * False if types leave these members open, because TypeScript wants them to accept the declared
   * ones, which are anything or of too many types. Nothing in them is converted then.
   */
  readonly isTyped: boolean;
}

/** At least one of several schemas must hold: `oneOf`, `anyOf`, or a list of types. */
export interface UnionSchema {
  readonly kind: "union";
  readonly alternatives: readonly Schema[];
  /** The discriminator, if the union has one. */
  readonly discriminator?: UnionDiscriminator;
  /**
   * The member that distinguishes its objects; left out if there is none, and outside of
   * components.
   */
  readonly tag?: UnionTag;
}

/** The discriminator of a union. The alternatives themselves list its values. */
export interface UnionDiscriminator {
  readonly property: string;
  /** The alternative for values that select no other one. */
  readonly fallback?: UnionFallback;
}

/**
 * Several schemas that must all hold and cannot be merged: the parts of `allOf`, or a reference and
 * the keywords beside it.
 */
export interface IntersectionSchema {
  readonly kind: "intersection";
  readonly parts: readonly Schema[];
}

/** A reference to a schema of `components.schemas`. */
export interface ReferenceSchema {
  readonly kind: "reference";
  /** Its key in `components.schemas`. */
  readonly name: string;
}

/** A schema that declares members as optional which are required here. */
export interface RequiredSchema {
  readonly kind: "required";
  readonly schema: Schema;
  readonly names: readonly string[];
}

/** The schemas of `components.schemas`, by name. */
export type ComponentSchemas = Readonly<Record<string, DocumentedSchema>>;

export const unknown: UnknownSchema = { kind: "unknown" };
export const impossible: ImpossibleSchema = { kind: "impossible" };

/** Returns the schema of a component; `unknown` if there is no such component. */
export function namedSchema(schemas: ComponentSchemas, name: string): Schema {
  return Object.hasOwn(schemas, name) ? (schemas[name]?.schema ?? unknown) : unknown;
}

/** Returns the declared member of a name. */
export function propertyOf({ properties }: ObjectSchema, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

/** Returns the schema of undeclared members as types have it. */
export function typedSchema({ schema, isTyped }: AdditionalProperties): Schema {
  return isTyped ? schema : unknown;
}

/** Returns the only alternative besides `null`; `undefined` if there are several. */
export function onlyAlternative({ alternatives }: UnionSchema): Schema | undefined {
  const [only, ...more] = alternatives.filter(({ kind }) => kind !== "null");
  return more.length === 0 ? only : undefined;
}

/** True for an integer that callers and handlers see as a `bigint`. */
export const isBigInt = (schema: Schema): schema is NumberSchema & { readonly bigIntAt: string } =>
  schema.kind === "number" && schema.bigIntAt !== undefined;

/**
 * Returns a key that schemas share if their TypeScript type is the same, because constraints are
 * left out.
 */
export function typeKey(schema: Schema): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === "constraints" ? undefined : value,
  );
}

/** Returns a key that only equal schemas share. */
export function schemaKey(schema: Schema): string {
  return JSON.stringify(schema);
}

/** Returns the schemas without duplicates. */
export function distinctSchemas(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [schemaKey(schema), schema])).values()];
}
