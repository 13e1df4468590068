import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { eachSubschema, mapSubschemas, referencedName, schemaName } from "../../json/subschemas.ts";
import { hasKeyword } from "../schema-references.ts";
import type { SchemaLookup } from "../types/schema-lookup.ts";
import type { SchemaVariant } from "../variants/derive-variants.ts";
import { discriminatorOf, isUnion, mappedValues, typedValue } from "./discriminator.ts";
import { TraitReader } from "./trait-reader.ts";
import { allKinds, type TagValue } from "./traits.ts";

/** The tags of schemas that do not declare them themselves: schema name → property → values. */
export type Tags = ReadonlyMap<string, ReadonlyMap<string, readonly TagValue[]>>;

/**
 * The values of a discriminator that select an alternative, if its own schema does not declare
 * them.
 */
interface BranchTag {
  readonly branch: string;
  readonly property: string;
  readonly values: readonly TagValue[];
  readonly isExplicit: boolean;
}

/**
 * Finds the discriminator values (OpenAPI 3.1, section 4.8.25) that select each schema: the values
 * that the schema itself allows for the property, or else those in `mapping`, or else its name.
 * {@link withTags} writes these values into each alternative, so later code distinguishes
 * alternatives without the discriminator.
 */
export class BranchTags {
  readonly #lookup: SchemaLookup;
  readonly #variants: ReadonlyMap<string, SchemaVariant>;
  readonly #traits: TraitReader;
  readonly #tags = new Map<string, Map<string, readonly TagValue[]>>();
  /** The tags that come from a mapping; they take precedence over names. */
  readonly #explicit = new Set<string>();
  /**
   * The members that select a schema, as `name\nmember` with the name of the schema in the
   * description.
   */
  readonly choosing = new Set<string>();

  constructor(lookup: SchemaLookup, variants: ReadonlyMap<string, SchemaVariant>) {
    this.#lookup = lookup;
    this.#variants = variants;
    this.#traits = new TraitReader(
      (reference) => member(lookup.schemas, schemaName(reference) ?? "") ?? true,
      (union, alternative) => this.#tagged(union, alternative),
    );
  }

  /** Reads the discriminators in schemas; afterwards {@link tags} is complete. */
  collect(schemas: Iterable<Json>): void {
    const stack = [...schemas].filter((schema) => hasKeyword(schema, "discriminator"));
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!isObject(node)) continue;
      for (const branch of alternativesOf(node)) this.#collect(node, branch);
      eachSubschema(node, (below) => stack.push(below));
    }
  }

  /** The tags of schemas that do not declare them themselves, by schema name. */
  get tags(): Tags {
    return this.#tags;
  }

  /**
   * Returns a schema in which each alternative of a union declares the tag values that select it.
   */
  withTags(schema: Json): Json {
    if (!isObject(schema)) return schema;
    const mapped = mapSubschemas(schema, (subschema) => this.withTags(subschema));
    if (schema["discriminator"] === undefined) return mapped;
    return mapSubschemas(mapped, (subschema, [keyword]) =>
      keyword === "oneOf" || keyword === "anyOf" ? this.#tagged(schema, subschema) : subschema,
    );
  }

  /** Returns an alternative with its tag values. */
  #tagged(union: JsonObject, alternative: Json): Json {
    const discriminator = discriminatorOf(union);
    const name = referencedName(alternative);
    if (!isObject(alternative) || discriminator === undefined || name === undefined)
      return alternative;
    if (this.#original(name) === discriminator.defaultMapping) {
      const others = this.#otherValues(union, name, discriminator.property);
      return others === undefined
        ? alternative
        : both(alternative, { not: tagged(discriminator.property, others) });
    }
    const tag = this.#tag(union, name);
    if (tag === undefined) return alternative;
    const { kinds } = this.#traits.members(alternative);
    const isOfObjects = kinds.size === allKinds.size || !kinds.has("null");
    const values = tagged(tag.property, tag.values);
    return both(alternative, isOfObjects ? { type: "object", ...values } : values);
  }

  /**
   * Returns the values that select another alternative than the default one; `undefined` unless all
   * of them are known.
   */
  #otherValues(union: JsonObject, name: string, property: string): TagValue[] | undefined {
    const others = alternativesOf(union)
      .filter((one) => referencedName(one) !== name)
      .map((one) => this.#traits.members(this.#tagged(union, one)))
      .flatMap(({ kinds, values }) => (kinds.has("object") ? [values.get(property)] : []));
    if (others.length === 0 || others.includes(undefined)) return undefined;
    // Sorted, because the order of the alternatives has no meaning and must not change the output.
    return [...new Set(others.flatMap((one) => one ?? []))].toSorted((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    );
  }

  /**
   * Returns the tag values of an alternative that its own schema does not declare, or not as
   * narrowly.
   */
  #tag(union: JsonObject, branch: string): BranchTag | undefined {
    const discriminator = discriminatorOf(union);
    if (discriminator === undefined) return undefined;
    const { property, mapping, defaultMapping } = discriminator;
    if (this.#original(branch) === defaultMapping) return undefined;
    const target = this.#lookup.follow(member(this.#lookup.schemas, branch));
    if (target === undefined) return undefined;
    const names = isUnion(target) ? this.#namesWithin(branch) : [branch];
    const mapped = names.flatMap((name) => mappedValues(mapping, this.#original(name)));
    // If the alternative is itself a union, its name does not select one of its members.
    if (mapped.length === 0 && isUnion(target)) return undefined;
    const wanted = mapped.length > 0 ? mapped : [this.#original(branch)];
    const values = this.#values(branch, property, wanted);
    if (values === undefined) return undefined;
    return { branch, property, values, isExplicit: mapped.length > 0 };
  }

  /**
   * Returns the values to restrict a member to; `undefined` if the schema restricts it already, or
   * no value would be left.
   */
  #values(
    name: string,
    property: string,
    wanted: readonly string[],
  ): readonly TagValue[] | undefined {
    const schema = member(this.#lookup.schemas, name) ?? true;
    const types = this.#lookup.property(schema, property).map((one) => member(one, "type"));
    const typed = wanted.map((value) => typedValue(types, value));
    const own = this.#traits.values(schema, property);
    if (own === undefined) return [...new Set(typed)];
    if (own.length <= 1) return undefined;
    const left = own.filter((value) => typed.includes(value));
    return left.length === 0 || left.length === own.length ? undefined : left;
  }

  /** Returns the name of a schema and the names of all its nested alternatives. */
  #namesWithin(start: string): string[] {
    const names = new Set([start]);
    for (const name of names)
      for (const one of this.#lookup.parts(member(this.#lookup.schemas, name)))
        for (const alternative of alternativesOf(one)) {
          const below = referencedName(alternative);
          if (below !== undefined) names.add(below);
        }
    return [...names];
  }

  #collect(union: JsonObject, alternative: Json): void {
    const { property, defaultMapping } = discriminatorOf(union) ?? {};
    const name = referencedName(alternative);
    if (property === undefined || name === undefined) return;
    if (this.#original(name) === defaultMapping) return;
    this.choosing.add(`${this.#original(name)}\n${property}`);
    const tag = this.#tag(union, name);
    if (tag !== undefined && !isUnion(this.#lookup.follow(member(this.#lookup.schemas, name))))
      this.#add(tag);
  }

  #add({ branch, property, values, isExplicit }: BranchTag): void {
    const key = `${branch}\n${property}`;
    const own = this.#tags.get(branch) ?? new Map<string, readonly TagValue[]>();
    this.#tags.set(branch, own);
    const known = own.get(property);
    if (known === undefined || (isExplicit && !this.#explicit.has(key))) own.set(property, values);
    else if (isExplicit || !this.#explicit.has(key))
      own.set(property, [...new Set([...known, ...values])]);
    if (isExplicit) this.#explicit.add(key);
  }

  #original(name: string): string {
    return this.#variants.get(name)?.of ?? name;
  }
}

const alternativesOf = (union: JsonObject): readonly Json[] => [
  ...arrayMember(union, "oneOf"),
  ...arrayMember(union, "anyOf"),
];

/** Adds keywords to a schema. If it already has one of them, all of them go into its `allOf`. */
function both(schema: JsonObject, more: JsonObject): JsonObject {
  const isApart = Object.keys(more).every((keyword) => !Object.hasOwn(schema, keyword));
  return isApart
    ? { ...schema, ...more }
    : { ...schema, allOf: [...arrayMember(schema, "allOf"), more] };
}

/** Returns a schema for objects whose member has one of the given values. */
const tagged = (property: string, values: readonly TagValue[]): JsonObject => ({
  required: [property],
  properties: { [property]: { enum: [...values] } },
});
