import {
  namedSchema,
  type ComponentSchemas,
  type EnumSchema,
  type Schema,
} from "../schema/schema.ts";
import { mapSchema } from "../schema/schemas-within.ts";
import {
  allKinds,
  allOf,
  anyOf,
  anything,
  intersection,
  isTagValue,
  kindOf,
  traitsOf,
  union,
  type MemberTraits,
  type TagValue,
  type Traits,
  type ValueKind,
} from "./traits.ts";
import { commonTag } from "./union-choice.ts";

/** Adds to each union of the components the member that distinguishes its objects. */
export function withUnionTags(schemas: ComponentSchemas): ComponentSchemas {
  const reader = new SchemaTraits(schemas);
  const tagged = (schema: Schema): Schema => {
    if (schema.kind !== "union") return schema;
    const traits = schema.alternatives.map((one) => reader.of(one));
    const { property, fallback } = schema.discriminator ?? {};
    const tag = commonTag(traits, property, fallback);
    return tag === undefined ? schema : { ...schema, tag };
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, documented]) => [
      name,
      { ...documented, schema: mapSchema(documented.schema, tagged) },
    ]),
  );
}

/** Reads the traits of the schemas of a model. */
export class SchemaTraits {
  readonly #schemas: ComponentSchemas;
  readonly #mayGrow: boolean;
  readonly #known = new Map<string, MemberTraits>();
  readonly #values = new Map<string, readonly TagValue[] | undefined>();

  /**
   * @param mayGrow whether an enum to which a later version may add values counts as any value; for
   * validators of this version it does not
   */
  constructor(schemas: ComponentSchemas, mayGrow = true) {
    this.#schemas = schemas;
    this.#mayGrow = mayGrow;
  }

  /** Returns what all values of a schema have in common. */
  of(schema: Schema): Traits {
    return traitsOf(this.#members(schema));
  }

  /**
   * Returns the values that a schema allows for a member, required or not; `undefined` if it allows
   * any.
   */
  values(schema: Schema, name: string): readonly TagValue[] | undefined {
    return this.#members(schema).values.get(name);
  }

  #members(schema: Schema): MemberTraits {
    switch (schema.kind) {
      case "unknown":
        return anything;
      case "impossible":
        return ofKinds([]);
      case "string":
      case "date":
        return ofKinds(["string"]);
      // A file is a Blob, and so an object; see the validators' `withFiles`.
      case "binary":
        return ofKinds(["string", "object"]);
      case "null":
      case "boolean":
      case "number":
        return ofKinds([schema.kind]);
      case "array":
      case "tuple":
        return ofKinds(["array"]);
      case "enum":
        return ofKinds(this.#isOpen(schema) ? allKinds : schema.values.map(kindOf));
      case "object":
        return {
          ...ofKinds(["object"]),
          required: new Set(
            schema.properties.flatMap(({ name, isRequired }) => (isRequired ? name : [])),
          ),
          values: new Map(
            schema.properties.flatMap(({ name, schema: own }) => {
              const values = this.#given(own);
              return values === undefined ? [] : [[name, values] as const];
            }),
          ),
        };
      case "union":
        return anyOf(schema.alternatives.map((one) => this.#members(one)));
      case "intersection":
        return allOf(schema.parts.map((one) => this.#members(one)));
      case "required":
        return allOf([
          this.#members(schema.schema),
          { ...anything, required: new Set(schema.names) },
        ]);
      case "reference":
        return this.#named(schema.name);
    }
  }

  #isOpen({ openness }: EnumSchema): boolean {
    return this.#mayGrow ? openness !== undefined : openness === "everywhere";
  }

  #named(name: string): MemberTraits {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A schema that contains itself learns nothing from the inner occurrence.
    this.#known.set(name, anything);
    const traits = this.#members(namedSchema(this.#schemas, name));
    this.#known.set(name, traits);
    return traits;
  }

  /** Returns the values that the schema of a member allows; `undefined` if it allows any. */
  #given(schema: Schema): readonly TagValue[] | undefined {
    switch (schema.kind) {
      case "enum":
        return !this.#isOpen(schema) && schema.values.every(isTagValue)
          ? [...new Set(schema.values)]
          : undefined;
      case "union":
        return union(schema.alternatives.map((one) => this.#given(one)));
      case "intersection":
        return intersection(schema.parts.map((one) => this.#given(one)));
      case "null":
        return [null];
      case "reference":
        return this.#givenBy(schema.name);
      default:
        return undefined;
    }
  }

  #givenBy(name: string): readonly TagValue[] | undefined {
    if (this.#values.has(name)) return this.#values.get(name);
    this.#values.set(name, undefined);
    const values = this.#given(namedSchema(this.#schemas, name));
    this.#values.set(name, values);
    return values;
  }
}

const ofKinds = (kinds: Iterable<ValueKind>): MemberTraits => ({
  ...anything,
  kinds: new Set(kinds),
});
