import { isAnnotation } from "../../json/annotation-keywords.ts";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import {
  mapSubschemas,
  referencedName,
  schemaName,
  schemaReference,
} from "../../json/subschemas.ts";
import { schemaTypeName } from "../../names/names.ts";
import { discriminatorOf, isUnion, mappedValues, typedValue } from "./discriminator.ts";
import {
  findHierarchies,
  ownValues,
  withoutAlias,
  type DiscriminatorHierarchy,
} from "./hierarchies.ts";
import { SchemaLookup } from "../types/schema-lookup.ts";
import { TraitReader } from "./trait-reader.ts";

/**
 * Turns each parent into a union of its children, as if it listed them: a `Pet` is then a `Cat` or
 * a `Dog`. The parent's own keywords move to a new schema, `PetBase`, from which the children
 * inherit. Values of the parent itself become one more alternative.
 * @param schemas the members of `components.schemas`
 * @param isChild tells whether the authors chose the name of a schema
 */
export function liftHierarchies(
  schemas: JsonObject,
  isChild: (name: string) => boolean,
): JsonObject {
  const hierarchies = findHierarchies(schemas, isChild);
  if (hierarchies.size === 0) return schemas;
  const lifter = new Lifter(schemas, hierarchies);
  const lifted: [string, Json][] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const hierarchy = hierarchies.get(name);
    const own = isChild(name) ? lifter.inheriting(schema) : schema;
    const listing = lifter.tagged(name, lifter.listing(own));
    if (hierarchy === undefined || !isObject(listing)) {
      lifted.push([name, listing]);
    } else {
      lifted.push([name, lifter.union(name, schema as JsonObject, hierarchy)]);
      lifted.push([lifter.base(name), baseOf(listing)]);
    }
  }
  return Object.fromEntries(lifted);
}

/** Keywords that describe the union, and not what all alternatives have in common. */
const ofUnion = new Set(["default", "discriminator", "example", "examples", "title", "xml"]);

function baseOf(schema: JsonObject): JsonObject {
  const own = Object.entries(schema).filter(
    ([keyword]) => !ofUnion.has(keyword) && !keyword.startsWith("x-"),
  );
  return withoutNull(Object.fromEntries(own));
}

/** Removes `null`: it has no members, and the union lists it as an alternative. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = (type as readonly Json[]).filter((one) => one !== "null");
  return { ...schema, type: types.length === 1 ? (types[0] as Json) : types };
}

class Lifter {
  readonly #schemas: JsonObject;
  readonly #hierarchies: ReadonlyMap<string, DiscriminatorHierarchy>;
  readonly #lookup: SchemaLookup;
  readonly #traits: TraitReader;
  readonly #bases = new Map<string, string>();

  constructor(schemas: JsonObject, hierarchies: ReadonlyMap<string, DiscriminatorHierarchy>) {
    this.#schemas = schemas;
    this.#hierarchies = hierarchies;
    this.#lookup = new SchemaLookup(schemas);
    this.#traits = new TraitReader(
      (reference) => member(schemas, schemaName(reference) ?? "") ?? true,
    );
    const taken = new Set(Object.keys(schemas).map(schemaTypeName));
    for (const name of hierarchies.keys()) {
      let base = `${name}Base`;
      while (taken.has(schemaTypeName(base))) base = `${base}Schema`;
      taken.add(schemaTypeName(base));
      this.#bases.set(name, base);
    }
  }

  /** Returns the name of the schema that holds a parent's own keywords. */
  base(name: string): string {
    return this.#bases.get(name) ?? name;
  }

  /** Redirects each `allOf` reference to a parent to the parent's base schema. */
  inheriting(schema: Json): Json {
    if (!isObject(schema)) return schema;
    return mapSubschemas(schema, (part, [keyword]) => {
      if (keyword !== "allOf") return part;
      const name = referencedName(part);
      if (name === undefined || !isObject(part)) return this.inheriting(part);
      const parent = withoutAlias(this.#schemas, name);
      return this.#hierarchies.has(parent)
        ? { ...part, $ref: schemaReference(this.base(parent)) }
        : part;
    });
  }

  /**
   * In lists of alternatives that contain a parent beside its children, replaces the parent with
   * the values of the parent itself.
   */
  listing(schema: Json): Json {
    if (!isObject(schema)) return schema;
    return mapSubschemas(schema, (branch, [keyword]) => {
      const isListed = keyword === "oneOf" || keyword === "anyOf";
      const name = isListed ? referencedName(branch) : undefined;
      const hierarchy = name === undefined ? undefined : this.#hierarchies.get(name);
      if (name === undefined || hierarchy === undefined) return this.listing(branch);
      const listed = arrayMember(schema, String(keyword)).map(referencedName);
      const hasChild = hierarchy.children.some((child) => listed.includes(child));
      return hasChild ? this.#own(name, { ...hierarchy, isConcrete: true }) : branch;
    });
  }

  /**
   * Adds the tag to a child that is a union: it lists alternatives, or another member distinguishes
   * its own children.
   */
  tagged(name: string, schema: Json): Json {
    if (!isObject(schema)) return schema;
    const tags: JsonObject = {};
    for (const { property, children, mapping } of this.#hierarchies.values()) {
      const isOther =
        this.#hierarchies.has(name) && this.#hierarchies.get(name)?.property !== property;
      if (!children.includes(name) || !(isOther || isUnion(schema))) continue;
      if (this.#traits.values(schema, property) !== undefined) continue;
      const mapped = mappedValues(mapping, name);
      Object.assign(tags, this.#tag(schema, property, mapped.length === 0 ? [name] : mapped));
    }
    const names = Object.keys(tags);
    if (names.length === 0) return schema;
    return {
      ...schema,
      properties: { ...objectMember(schema, "properties"), ...tags },
      required: [...new Set([...arrayMember(schema, "required"), ...names])],
    };
  }

  /** Builds the union that replaces a parent. */
  union(name: string, schema: JsonObject, hierarchy: DiscriminatorHierarchy): JsonObject {
    const annotations = Object.entries(schema).filter(
      ([keyword]) => isAnnotation(keyword) || ["discriminator", "writeOnly"].includes(keyword),
    );
    const mapping = [...hierarchy.mapping].map(([value, target]) => [
      value,
      schemaReference(target),
    ]);
    const isNullable = [member(schema, "type")].flat().includes("null");
    const { defaultMapping } = discriminatorOf(schema) ?? {};
    return {
      ...Object.fromEntries(annotations),
      anyOf: [
        ...(hierarchy.isConcrete ? [this.#own(name, hierarchy)] : []),
        ...hierarchy.children.map((child) => ({ $ref: schemaReference(child) })),
        ...(isNullable ? [{ type: "null" }] : []),
      ],
      discriminator: {
        propertyName: hierarchy.property,
        ...(mapping.length === 0 ? {} : { mapping: Object.fromEntries(mapping) as JsonObject }),
        ...(defaultMapping !== undefined && { defaultMapping }),
      },
    };
  }

  /** Builds the alternative for values of the parent itself. */
  #own(name: string, hierarchy: DiscriminatorHierarchy): JsonObject {
    return {
      allOf: [{ $ref: schemaReference(this.base(name)) }],
      type: "object",
      required: [hierarchy.property],
      properties: this.#tag(this.#schemas[name], hierarchy.property, ownValues(name, hierarchy)),
    };
  }

  #tag(schema: Json | undefined, property: string, values: readonly string[]): JsonObject {
    const types = this.#lookup.property(schema, property).map((one) => member(one, "type"));
    const typed = values.map((value) => typedValue(types, value));
    const [only] = typed;
    return {
      [property]: typed.length === 1 && only !== undefined ? { const: only } : { enum: typed },
    };
  }
}
