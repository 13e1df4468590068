import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { eachSubschema, mapSubschemas, referencedName, schemaName } from "../../subschemas.ts";
import { hasKeyword } from "../schema-references.ts";
import type { SchemaVariant } from "../variants/derive-variants.ts";
import { isUnion } from "./discriminator-hierarchies.ts";
import type { Literals, SchemaLookup } from "./schema-lookup.ts";

/** The tags of schemas whose own text does not say them: name → member → values. */
export type Tags = ReadonlyMap<string, ReadonlyMap<string, Literals>>;

interface Discriminator {
  readonly property: string;
  /** Name of a schema in the description → values. */
  readonly mapped: ReadonlyMap<string, readonly string[]>;
  /** OpenAPI 3.2: the schema of values that no other one stands for. */
  readonly fallback: string | undefined;
}

/**
 * The values of discriminators (OpenAPI 3.1, section 4.8.25), by the schema that they choose: those
 * that the schema itself limits the member to, else those of `mapping`, else its name.
 */
export class Discriminators {
  readonly #lookup: SchemaLookup;
  readonly #variants: ReadonlyMap<string, SchemaVariant>;
  readonly #tags = new Map<string, Map<string, Literals>>();
  /** The tags that stand in a mapping; those go before implied names. */
  readonly #explicit = new Set<string>();
  /** Members that choose between schemas, as `name\nmember`, by the name of the schema in the description. */
  readonly choosing = new Set<string>();

  constructor(lookup: SchemaLookup, variants: ReadonlyMap<string, SchemaVariant>) {
    this.#lookup = lookup;
    this.#variants = variants;
  }

  /** Reads every discriminator; afterwards {@link tags} is complete. */
  collect(schemas: Iterable<Json>): void {
    const stack = [...schemas].filter((schema) => hasKeyword(schema, "discriminator"));
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!isObject(node)) continue;
      for (const { branch, property, values, isExplicit } of this.branches(node))
        this.#add(branch, property, values, isExplicit);
      eachSubschema(node, (below) => stack.push(below));
    }
  }

  /** Tags by the name of the schema, for those whose own text does not say. */
  get tags(): Tags {
    return this.#tags;
  }

  /** The branches of a union that need a tag to be told apart, and what it is. */
  branches(union: JsonObject): {
    readonly branch: string;
    readonly property: string;
    readonly values: Literals;
    readonly isExplicit: boolean;
  }[] {
    const discriminator = this.#read(union);
    if (discriminator === undefined) return [];
    const { property, mapped, fallback } = discriminator;
    return [...arrayMember(union, "oneOf"), ...arrayMember(union, "anyOf")].flatMap((schema) => {
      const branch = referencedName(schema);
      if (branch === undefined || this.#original(branch) === fallback) return [];
      this.choosing.add(`${this.#original(branch)}\n${property}`);
      const wanted = mapped.get(this.#original(branch));
      const values = this.#values(branch, property, wanted ?? [this.#original(branch)]);
      if (values === undefined) return [];
      return [{ branch, property, values, isExplicit: wanted !== undefined }];
    });
  }

  /** A schema whose unions say in each branch by which tag it is chosen. */
  withTags(schema: Json): Json {
    if (!isObject(schema)) return schema;
    const mapped = mapSubschemas(schema, (subschema) => this.withTags(subschema));
    if (schema["discriminator"] === undefined) return mapped;
    const branches = new Map(this.branches(schema).map((one) => [one.branch, one]));
    const others = this.#valuesBesideDefault(schema, branches);
    if (branches.size === 0 && others === undefined) return mapped;
    return mapSubschemas(mapped, (subschema, [keyword]) => {
      if (keyword !== "oneOf" && keyword !== "anyOf") return subschema;
      const branch = referencedName(subschema) ?? "";
      if (others !== undefined && isObject(subschema) && this.#original(branch) === others.of)
        return { ...subschema, not: tagged(others.property, others.values) };
      const tag = branches.get(branch);
      if (tag === undefined || !isObject(subschema)) return subschema;
      return {
        ...subschema,
        type: "object",
        ...tagged(tag.property, tag.values),
      };
    });
  }

  /** The values that choose another branch than the default one; `undefined` where not all of them are known. */
  #valuesBesideDefault(
    union: JsonObject,
    tags: ReadonlyMap<string, { readonly values: Literals }>,
  ): { readonly of: string; readonly property: string; readonly values: Literals } | undefined {
    const { property = "", fallback } = this.#read(union) ?? {};
    const all = [...arrayMember(union, "oneOf"), ...arrayMember(union, "anyOf")];
    const names = all.map((schema) => referencedName(schema) ?? "");
    if (fallback === undefined || !names.some((name) => this.#original(name) === fallback))
      return undefined;
    const others = names
      .filter((name) => this.#original(name) !== fallback)
      .map(
        (name) =>
          tags.get(name)?.values ??
          this.#lookup.literals(member(this.#lookup.schemas, name), property),
      );
    if (others.length === 0 || others.includes(undefined)) return undefined;
    return { of: fallback, property, values: [...new Set(others.flatMap((one) => one ?? []))] };
  }

  #read(schema: Json | undefined): Discriminator | undefined {
    const declared = member(schema, "discriminator");
    const property = stringMember(declared, "propertyName");
    if (property === undefined) return undefined;
    const mapping = member(declared, "mapping");
    const mapped = new Map<string, string[]>();
    for (const [value, target] of Object.entries(isObject(mapping) ? mapping : {})) {
      if (typeof target !== "string") continue;
      const name = schemaName(target) ?? target;
      mapped.set(name, [...(mapped.get(name) ?? []), value]);
    }
    const fallback = stringMember(declared, "defaultMapping");
    return {
      property,
      mapped,
      fallback: fallback === undefined ? undefined : (schemaName(fallback) ?? fallback),
    };
  }

  /** The values to limit a member to; `undefined` where the schema does it itself, or nothing would be left. */
  #values(name: string, property: string, wanted: readonly string[]): Literals | undefined {
    const schema = member(this.#lookup.schemas, name);
    const target = this.#lookup.follow(schema);
    if (target === undefined || isUnion(target)) return undefined;
    const types = this.#lookup.property(schema, property).map((one) => member(one, "type"));
    const typed = wanted.map((value) => typedValue(types, value));
    const own = this.#lookup.literals(schema, property);
    if (own === undefined) return [...new Set(typed)];
    if (own.length <= 1) return undefined;
    const both = own.filter((value) => typed.includes(value));
    return both.length === 0 || both.length === own.length ? undefined : both;
  }

  #add(name: string, property: string, values: Literals, isExplicit: boolean): void {
    const key = `${name}\n${property}`;
    const own = this.#tags.get(name) ?? new Map<string, Literals>();
    this.#tags.set(name, own);
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

/** Holds objects that have one of some values as a member. */
const tagged = (property: string, values: Literals): JsonObject => ({
  required: [property],
  properties: { [property]: { enum: [...values] } },
});

/** A mapping's keys are strings, what they stand for need not be. */
export function typedValue(types: readonly (Json | undefined)[], value: string): Json {
  if (types.includes("integer") || types.includes("number"))
    return Number.isFinite(Number(value)) ? Number(value) : value;
  return types.includes("boolean") ? value === "true" : value;
}
