import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
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

/** What an alternative of a union is beside its own schema. */
type AlternativeSchema = (union: JsonObject, alternative: Json) => Json;

/** Reads the traits of JSON Schemas, each once. */
export class TraitReader {
  readonly #target: (reference: string) => Json;
  readonly #alternative: AlternativeSchema;
  readonly #known = new Map<JsonObject, MemberTraits>();
  readonly #givenValues = new Map<JsonObject, readonly TagValue[] | undefined>();

  /**
   * @param target gives the schema that a reference leads to
   * @param alternative gives the schema of an alternative, where it is not just what is written there
   */
  constructor(
    target: (reference: string) => Json,
    alternative: AlternativeSchema = (_, schema) => schema,
  ) {
    this.#target = target;
    this.#alternative = alternative;
  }

  /** What every value of a schema has. */
  of(schema: Json): Traits {
    return traitsOf(this.members(schema));
  }

  /** The values that a schema limits a member to, required or not; `undefined` where it allows any. */
  values(schema: Json, name: string): readonly TagValue[] | undefined {
    return this.members(schema).values.get(name);
  }

  /** The traits of a schema, and what it says of members that are not required. */
  members(schema: Json): MemberTraits {
    if (schema === false) return { ...anything, kinds: new Set() };
    if (!isObject(schema)) return anything;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // What a schema says of itself by way of others says nothing.
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

  /** The values that the schema of a member allows. */
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
  // A file is an object, see the validators' `withFiles`.
  if (format === "binary" && kinds.has("string")) return kinds.add("object");
  return given === undefined ? kinds : new Set(given.filter((kind) => kinds.has(kind)));
}

/** True of a schema to which all values but objects conform. */
function isOfOthers(schema: Json | undefined): boolean {
  const keywords = isObject(schema ?? null) ? Object.keys(schema as JsonObject) : [];
  return keywords.length > 0 && keywords.every((name) => ["properties", "required"].includes(name));
}
