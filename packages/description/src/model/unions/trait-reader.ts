import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
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

/** Returns the schema of an alternative, which a union may extend, for example by a tag. */
type AlternativeSchema = (union: JsonObject, alternative: Json) => Json;

/** Reads the traits of JSON Schemas, and remembers them. */
export class TraitReader {
  readonly #target: (reference: string) => Json;
  readonly #alternative: AlternativeSchema;
  readonly #known = new Map<JsonObject, MemberTraits>();
  readonly #givenValues = new Map<JsonObject, readonly TagValue[] | undefined>();

  /**
   * @param target returns the schema that a reference leads to
   * @param alternative returns the schema of an alternative, if it differs from the written one
   */
  constructor(
    target: (reference: string) => Json,
    alternative: AlternativeSchema = (_, schema) => schema,
  ) {
    this.#target = target;
    this.#alternative = alternative;
  }

  /** Returns what all values of a schema have in common. */
  of(schema: Json): Traits {
    return traitsOf(this.members(schema));
  }

  /**
   * Returns the values that a schema allows for a member, required or not; `undefined` if it allows
   * any.
   */
  values(schema: Json, name: string): readonly TagValue[] | undefined {
    return this.members(schema).values.get(name);
  }

  /** Returns the traits of a schema, including those of optional members. */
  members(schema: Json): MemberTraits {
    if (schema === false) return { ...anything, kinds: new Set() };
    if (!isObject(schema)) return anything;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // A schema that contains itself learns nothing from the inner occurrence.
    this.#known.set(schema, anything);
    const traits = this.#read(schema);
    this.#known.set(schema, traits);
    return traits;
  }

  #read(schema: JsonObject): MemberTraits {
    const reference = stringMember(schema, "$ref");
    const parts = [
      this.#own(schema),
      ...(reference === undefined ? [] : [this.members(this.#target(reference))]),
      ...arrayMember(schema, "allOf").map((part) => this.members(part)),
    ];
    for (const keyword of ["anyOf", "oneOf"]) {
      const alternatives = arrayMember(schema, keyword).map((one) =>
        this.members(this.#alternative(schema, one)),
      );
      if (alternatives.length > 0) parts.push(anyOf(alternatives));
    }
    return allOf(parts);
  }

  #own(schema: JsonObject): MemberTraits {
    const values = new Map<string, readonly TagValue[]>();
    for (const [name, property] of Object.entries(objectMember(schema, "properties") ?? {})) {
      const own = this.#given(property);
      if (own !== undefined) values.set(name, own);
    }
    const required = new Set(arrayMember(schema, "required").map(String));
    return { kinds: ownKinds(schema), required, values };
  }

  /** Returns the values that the schema of a member allows; `undefined` if it allows any. */
  #given(schema: Json): readonly TagValue[] | undefined {
    if (!isObject(schema)) return undefined;
    if (this.#givenValues.has(schema)) return this.#givenValues.get(schema);
    this.#givenValues.set(schema, undefined);
    const reference = stringMember(schema, "$ref");
    const own = givenValues(schema);
    const values = intersection([
      own?.every(isTagValue) === true ? [...new Set(own)] : undefined,
      ...(reference === undefined ? [] : [this.#given(this.#target(reference))]),
      ...arrayMember(schema, "allOf").map((part) => this.#given(part)),
      ...["anyOf", "oneOf"].flatMap((keyword) => {
        const alternatives = arrayMember(schema, keyword).map((one) => this.#given(one));
        return alternatives.length === 0 ? [] : [union(alternatives)];
      }),
    ]);
    this.#givenValues.set(schema, values);
    return values;
  }
}

function givenValues(schema: JsonObject): readonly Json[] | undefined {
  const constant = member(schema, "const");
  const values = constant === undefined ? member(schema, "enum") : [constant];
  return Array.isArray(values) ? (values as readonly Json[]) : undefined;
}

function ownKinds(schema: JsonObject): ReadonlySet<ValueKind> {
  const { type, format } = schema;
  const given = givenValues(schema)?.map(kindOf);
  if (type === undefined) {
    if (given !== undefined) return new Set(given);
    return isOfOthers(member(schema, "not")) ? new Set(["object"]) : allKinds;
  }
  const kinds = new Set(
    [type].flat().map((name) => (name === "integer" ? "number" : name) as ValueKind),
  );
  // A file is a Blob, and so an object; see the validators' `withFiles`.
  if (format === "binary" && kinds.has("string")) return kinds.add("object");
  return given === undefined ? kinds : new Set(given.filter((kind) => kinds.has(kind)));
}

/**
 * Returns true for the schema of a `not` that leaves only objects: everything except objects
 * conforms to it.
 */
function isOfOthers(schema: Json | undefined): boolean {
  const keywords = isObject(schema ?? null) ? Object.keys(schema as JsonObject) : [];
  return keywords.length > 0 && keywords.every((name) => ["properties", "required"].includes(name));
}
