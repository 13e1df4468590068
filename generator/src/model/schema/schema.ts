import type { Json, JsonObject } from "../../json.ts";
import type { UnionFallback, UnionTag } from "../unions/union-choice.ts";

/**
 * What a schema means: the values that conform to it, in few forms. Every reader of schemas but the validators is
 * a `switch` over these kinds.
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

/** Any value: a schema of which nothing is known. */
export interface UnknownSchema {
  readonly kind: "unknown";
}

/** No value: `false`, or keywords that contradict each other. */
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
}

export interface StringSchema {
  readonly kind: "string";
  readonly constraints?: Constraints;
}

/** A file: `format: binary` of OpenAPI 3.0, and content without an encoding in 3.1. */
export interface BinarySchema {
  readonly kind: "binary";
}

/** A text of `format: date-time` that callers and handlers hold as another value. */
export interface DateSchema {
  readonly kind: "date";
  /** The name of its type: `Date`. */
  readonly type: string;
  /** The JSON pointer of its schema, by which it is excepted from conversion. */
  readonly place: string;
}

/** One of some values: `const`, `enum`, and alternatives that are constants all of them. */
export interface EnumSchema {
  readonly kind: "enum";
  readonly values: readonly Json[];
  /** Whether there may be other values; `undefined`: never. */
  readonly openness: Openness | undefined;
}

/** Which values an enum may have beside its own. */
export type Openness =
  /** Its schema does not say: a later version of the description may have more values. */
  | "undeclared"
  /** Its schema says that there may be others. */
  | "declared"
  /** Others are allowed today (`x-extensible-enum`): validators accept them. */
  | "everywhere";

export interface ArraySchema {
  readonly kind: "array";
  readonly items: Schema;
  readonly constraints?: Constraints;
}

/** What a schema asks of numbers, texts and arrays beside their type (JSON Schema 2020-12 validation, section 6). */
export interface Constraints {
  /** True where numbers are whole. */
  readonly isInteger?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Each has to match. */
  readonly patterns?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** An array whose first items have schemas of their own. */
export interface TupleSchema {
  readonly kind: "tuple";
  readonly prefixItems: readonly Schema[];
  /** The number of items that are there at least, those of the prefix counted. */
  readonly minItems: number;
  /** The schema of all further items; `undefined` where there are none. */
  readonly items: Schema | undefined;
}

export interface ObjectSchema {
  readonly kind: "object";
  /** In the order of the description. */
  readonly properties: readonly Property[];
  /** The members without a property of their own, by what their names start with. */
  readonly additional: readonly AdditionalProperties[];
  /**
   * What an object may have that declares neither: any members, none, or none in this direction because each is
   * `readOnly` or `writeOnly`.
   */
  readonly undeclared: "any" | "none" | "hidden";
}

/** A declared member of an object. */
export interface Property extends DocumentedSchema {
  readonly name: string;
  readonly isRequired: boolean;
}

/** A schema with what the description says about it. */
export interface DocumentedSchema {
  readonly schema: Schema;
  /** The annotations of JSON Schema and OpenAPI, and `format`, by keyword. */
  readonly annotations: JsonObject;
}

/** `additionalProperties`, `unevaluatedProperties` or `patternProperties`. */
export interface AdditionalProperties {
  /** What their names start with; empty for any name. */
  readonly prefix: string;
  /** What a member of any such name may be, declared ones included: the type of an index signature. */
  readonly schema: Schema;
  /** What a member may be that no property declares; `undefined` where nothing in it is converted or has a name. */
  readonly undeclared: Schema | undefined;
  /** True if a declared member of such a name may be missing. */
  readonly isOptional: boolean;
}

/** At least one of several schemas holds: `oneOf`, `anyOf`, and a list of types. */
export interface UnionSchema {
  readonly kind: "union";
  readonly alternatives: readonly Schema[];
  /** What its discriminator says; left out where it has none. */
  readonly discriminator?: UnionDiscriminator;
  /** The member that tells its objects apart; left out where none does, and of what is no part of a component. */
  readonly tag?: UnionTag;
}

/** The discriminator of a union, whose values the alternatives say themselves. */
export interface UnionDiscriminator {
  readonly property: string;
  /** The alternative of values that choose no other one. */
  readonly fallback?: UnionFallback;
}

/** All of several schemas hold which cannot be merged into one: those of `allOf`, and what is beside a reference. */
export interface IntersectionSchema {
  readonly kind: "intersection";
  readonly parts: readonly Schema[];
}

/** A schema of `components.schemas`. */
export interface ReferenceSchema {
  readonly kind: "reference";
  /** Its key in `components.schemas`. */
  readonly name: string;
}

/** A schema, of which members are required that it declares as optional. */
export interface RequiredSchema {
  readonly kind: "required";
  readonly schema: Schema;
  readonly names: readonly string[];
}

/** The schemas of `components.schemas`, by their keys. */
export type ComponentSchemas = Readonly<Record<string, DocumentedSchema>>;

export const unknown: UnknownSchema = { kind: "unknown" };
export const impossible: ImpossibleSchema = { kind: "impossible" };

/** The schema of a component; that of anything where there is none of the name. */
export function namedSchema(schemas: ComponentSchemas, name: string): Schema {
  return Object.hasOwn(schemas, name) ? (schemas[name]?.schema ?? unknown) : unknown;
}

/** The declared member of a name. */
export function propertyOf({ properties }: ObjectSchema, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

/** The text that schemas have in common whose values are of one type, whatever is asked of these beside it. */
export function typeKey(schema: Schema): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === "constraints" ? undefined : value,
  );
}

/** A text that equal schemas have in common, and others do not. */
export function schemaKey(schema: Schema): string {
  return JSON.stringify(schema);
}

/** Schemas without those that equal an earlier one. */
export function distinctSchemas(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [schemaKey(schema), schema])).values()];
}

/** Some of the components of a model, in the given order. */
export function pickComponents(
  { types }: { readonly types: ComponentSchemas },
  names: readonly { readonly name: string }[],
): ComponentSchemas {
  return Object.fromEntries(
    names.flatMap(({ name }) => {
      const schema = types[name];
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );
}
