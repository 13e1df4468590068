import {
  arrayMember,
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { mapMembers, schemaName, schemaReference } from "../../subschemas.ts";
import type { SchemaVariant, VariantDocument } from "../variants/derive-variants.ts";
import { directedSchemas, type DirectedSchema } from "../variants/directions.ts";
import { setAt } from "../variants/set-at.ts";
import { AlternativeCounts } from "../schema/alternative-counts.ts";
import { buildDocumented } from "../schema/build-schema.ts";
import type { DocumentedSchema, ComponentSchemas } from "../schema/schema.ts";
import { SchemaPath, type SchemaContext } from "../schema/schema-context.ts";
import { breakCycles } from "./break-cycles.ts";
import { BranchTags, type Tags } from "../unions/branch-tags.ts";
import type { TagValue } from "../unions/traits.ts";
import { repeatedChecks } from "./repeated-checks.ts";
import { withoutRepeatedParts } from "./repeated-parts.ts";
import { SchemaLookup } from "./schema-lookup.ts";

/** Something that a type cannot say. */
export interface Widened {
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}

/** A document as validators take it, and as types do. */
export interface TypedDocument {
  /** Unions say by which tag each branch is chosen, and no schema holds itself in place. */
  readonly document: JsonObject;
  /** Names of schemas that are nothing but themselves again. */
  readonly circular: readonly string[];
  /** Names of schemas that hold one value against others in several ways, which multiply from level to level. */
  readonly overlapping: readonly string[];
  /** What the components mean. */
  readonly types: ComponentSchemas;
  readonly widened: readonly Widened[];
}

/**
 * Prepares the schemas of a document for types and validators. The document is left as it is.
 *
 * @param isTyped whether to make types
 */
export function typeDocument(derived: VariantDocument, isTyped: boolean): TypedDocument {
  const { document, variants } = derived;
  const components = objectMember(document, "components");
  const { schemas: acyclic, cut } = breakCycles(objectMember(components, "schemas") ?? {});
  const discriminators = new BranchTags(new SchemaLookup(acyclic), variants);
  const directed = directedSchemas(document);
  discriminators.collect([...Object.values(acyclic), ...directed.map(({ schema }) => schema)]);
  const schemas = mapMembers(acyclic, (schema) => discriminators.withTags(schema));
  const checked = withoutRepeatedParts(schemas);
  const shared = new Set<object>();
  const result = { ...document };
  const tagged = directed.map((one) => ({ ...one, tagged: discriminators.withTags(one.schema) }));
  for (const { schema, path, tagged: own } of tagged)
    if (own !== schema) setAt(result, path, own, shared);
  if (components !== undefined && checked !== components["schemas"])
    setAt(result, ["components", "schemas"], checked, shared);
  const maker = new TypeMaker(schemas, variants, discriminators);
  const types = isTyped ? makeTypes(tagged, maker) : {};
  const { widened } = maker;
  return {
    document: result,
    circular: cut,
    overlapping: overlappingNames(checked),
    types,
    widened,
  };
}

interface TaggedSchema extends DirectedSchema {
  readonly tagged: Json;
}

function makeTypes(directed: readonly TaggedSchema[], maker: TypeMaker): ComponentSchemas {
  // Their types are made where they are used; here it only counts what these cannot say.
  for (const { tagged, path } of directed) maker.type(tagged, path);
  return maker.named();
}

function overlappingNames(schemas: JsonObject): string[] {
  const byReference = Object.entries(schemas).map(
    ([name, schema]) => [schemaReference(name), schema] as const,
  );
  return repeatedChecks(new Map(byReference)).multiplying.flatMap(
    (reference) => schemaName(reference) ?? [],
  );
}

class TypeMaker {
  readonly widened: Widened[] = [];
  readonly #lookup: SchemaLookup;
  readonly #alternatives: AlternativeCounts;
  readonly #variants: ReadonlyMap<string, SchemaVariant>;
  readonly #tags: Tags;
  /** Members that choose between schemas, as `name\nmember`. */
  readonly #choosing: ReadonlySet<string>;

  constructor(
    schemas: JsonObject,
    variants: ReadonlyMap<string, SchemaVariant>,
    { tags, choosing }: BranchTags,
  ) {
    this.#lookup = new SchemaLookup(schemas);
    this.#alternatives = new AlternativeCounts(schemas);
    this.#variants = variants;
    this.#tags = tags;
    this.#choosing = choosing;
  }

  /** The types of all named schemas. */
  named(): ComponentSchemas {
    const schemas = Object.entries(this.#lookup.schemas).map(([name, schema]) => {
      const variant = this.#variants.get(name);
      const tagged = withTags(schema, this.#tags.get(name));
      return [name, this.type(tagged, ["components", "schemas", variant?.of ?? name])] as const;
    });
    return Object.fromEntries(schemas);
  }

  /** The type of one schema. */
  type(schema: Json, path: readonly (string | number)[]): DocumentedSchema {
    const context: SchemaContext = {
      lookup: this.#lookup,
      isOpen: ({ path: at }) => !this.#choosing.has(`${at[2]}\n${at.at(-1)}`),
      isTagOf: (tagged, name) => isTag(tagged, this.#tags.get(name)),
      alternatives: (name) => this.#alternatives.named(name),
      widen: (place, keyword, reason) => {
        this.widened.push({ pointer: toPointer(place.path), keyword, reason });
      },
    };
    return buildDocumented(context, schema, new SchemaPath(path));
  }
}

/** Limits the tags of a schema to their values. */
function withTags(schema: Json, tags: ReadonlyMap<string, readonly TagValue[]> | undefined): Json {
  if (tags === undefined || !isObject(schema)) return schema;
  const properties = objectMember(schema, "properties");
  const tagged = [...tags].map(([name, values]): [string, Json] => {
    const { description } = objectMember(properties, name) ?? {};
    const type = typeof values[0] === "string" ? { type: "string" } : {};
    return [
      name,
      { ...(description === undefined ? {} : { description }), ...type, enum: [...values] },
    ];
  });
  const required = new Set([...arrayMember(schema, "required"), ...tags.keys()]);
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(tagged) },
    required: [...required],
  };
}

/** True if a schema says beside its reference just what the type of the target says by itself. */
function isTag(
  schema: JsonObject,
  tags: ReadonlyMap<string, readonly TagValue[]> | undefined,
): boolean {
  const properties = Object.entries(objectMember(schema, "properties") ?? {});
  const [name, property] = properties[0] ?? [];
  if (properties.length !== 1 || name === undefined) return false;
  const values = arrayMember(property, "enum");
  const known = tags?.get(name) ?? [];
  return (
    values.length > 0 &&
    values.length === known.length &&
    known.every((value) => values.includes(value)) &&
    Object.keys(property as JsonObject).length === 1 &&
    member(schema, "allOf") === undefined
  );
}
