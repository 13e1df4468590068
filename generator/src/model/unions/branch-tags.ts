import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { eachSubschema, mapSubschemas, referencedName, schemaName } from "../../subschemas.ts";
import { hasKeyword } from "../schema-references.ts";
import type { SchemaLookup } from "../types/schema-lookup.ts";
import type { SchemaVariant } from "../variants/derive-variants.ts";
import { discriminatorOf, isUnion, mappedValues, typedValue } from "./discriminator.ts";
import { TraitReader } from "./trait-reader.ts";
import { allKinds, type TagValue } from "./traits.ts";

/** The tags of schemas whose own text does not say them: name → property → values. */
export type Tags = ReadonlyMap<string, ReadonlyMap<string, readonly TagValue[]>>;

/** The tag by which an alternative is chosen, which its own schema does not say. */
interface BranchTag {
  readonly branch: string;
  readonly property: string;
  readonly values: readonly TagValue[];
  readonly isExplicit: boolean;
}

/**
 * The values of discriminators (OpenAPI 3.1, section 4.8.25), by the schema that they choose: those
 * that the schema itself limits the property to, else those of `mapping`, else its name. Once each alternative says
 * its values, {@link withTags}, nobody after needs the discriminator to tell alternatives apart.
 */
export class BranchTags {
  readonly #lookup: SchemaLookup;
  readonly #variants: ReadonlyMap<string, SchemaVariant>;
  readonly #traits: TraitReader;
  readonly #tags = new Map<string, Map<string, readonly TagValue[]>>();
  /** The tags that stand in a mapping; those go before implied names. */
  readonly #explicit = new Set<string>();
  /** Members that choose between schemas, as `name\nmember`, by the name of the schema in the description. */
  readonly choosing = new Set<string>();

  constructor(lookup: SchemaLookup, variants: ReadonlyMap<string, SchemaVariant>) {
    this.#lookup = lookup;
    this.#variants = variants;
    this.#traits = new TraitReader(
      (reference) => member(lookup.schemas, schemaName(reference) ?? "") ?? true,
      (union, alternative) => this.#tagged(union, alternative),
    );
  }

  /** Reads every discriminator; afterwards {@link tags} is complete. */
  collect(schemas: Iterable<Json>): void {
    const stack = [...schemas].filter((schema) => hasKeyword(schema, "discriminator"));
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!isObject(node)) continue;
      for (const branch of alternativesOf(node)) this.#collect(node, branch);
      eachSubschema(node, (below) => stack.push(below));
    }
  }

  /** Tags by the name of the schema, for those whose own text does not say. */
  get tags(): Tags {
    return this.#tags;
  }

  /** A schema whose unions say in each alternative by which tag it is chosen. */
  withTags(schema: Json): Json {
    if (!isObject(schema)) return schema;
    const mapped = mapSubschemas(schema, (subschema) => this.withTags(subschema));
    if (schema["discriminator"] === undefined) return mapped;
    return mapSubschemas(mapped, (subschema, [keyword]) =>
      keyword === "oneOf" || keyword === "anyOf" ? this.#tagged(schema, subschema) : subschema,
    );
  }

  /** An alternative with the values of its tag. */
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

  /** The values that choose another alternative than the default one; `undefined` where not all of them are known. */
  #otherValues(union: JsonObject, name: string, property: string): TagValue[] | undefined {
    const others = alternativesOf(union)
      .filter((one) => referencedName(one) !== name)
      .map((one) => this.#traits.members(this.#tagged(union, one)))
      .flatMap(({ kinds, values }) => (kinds.has("object") ? [values.get(property)] : []));
    if (others.length === 0 || others.includes(undefined)) return undefined;
    // In an order that does not follow that of the alternatives, which means nothing.
    return [...new Set(others.flatMap((one) => one ?? []))].toSorted((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    );
  }

  /** The tag of an alternative that its own schema does not say, or not as narrowly. */
  #tag(union: JsonObject, branch: string): BranchTag | undefined {
    const discriminator = discriminatorOf(union);
    if (discriminator === undefined) return undefined;
    const { property, mapping, defaultMapping } = discriminator;
    if (this.#original(branch) === defaultMapping) return undefined;
    const target = this.#lookup.follow(member(this.#lookup.schemas, branch));
    if (target === undefined) return undefined;
    const names = isUnion(target) ? this.#namesWithin(branch) : [branch];
    const mapped = names.flatMap((name) => mappedValues(mapping, this.#original(name)));
    // By which name a union among the alternatives is meant, nobody can say.
    if (mapped.length === 0 && isUnion(target)) return undefined;
    const wanted = mapped.length > 0 ? mapped : [this.#original(branch)];
    const values = this.#values(branch, property, wanted);
    if (values === undefined) return undefined;
    return { branch, property, values, isExplicit: mapped.length > 0 };
  }

  /** The values to limit a member to; `undefined` where the schema does it itself, or nothing would be left. */
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

  /** A schema's name, and those of the alternatives that it has. */
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

/** A schema with more that has to hold. */
function both(schema: JsonObject, more: JsonObject): JsonObject {
  const isApart = Object.keys(more).every((keyword) => !Object.hasOwn(schema, keyword));
  return isApart
    ? { ...schema, ...more }
    : { ...schema, allOf: [...arrayMember(schema, "allOf"), more] };
}

/** Holds objects that have one of some values as a member. */
const tagged = (property: string, values: readonly TagValue[]): JsonObject => ({
  required: [property],
  properties: { [property]: { enum: [...values] } },
});
