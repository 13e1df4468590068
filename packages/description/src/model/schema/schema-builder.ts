import {
  arrayMember,
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { schemaTypeName } from "../../names/names.ts";
import type { ValueTypes } from "../conversions/value-types.ts";
import { SchemaLookup } from "../types/schema-lookup.ts";
import type { BranchTags, Tags } from "../unions/branch-tags.ts";
import { withUnionTags } from "../unions/schema-traits.ts";
import type { TagValue } from "../unions/traits.ts";
import type { SchemaVariant } from "../variants/derive-variants.ts";
import { AlternativeCounts } from "./alternative-counts.ts";
import { buildDocumented } from "./build-schema.ts";
import type { ComponentSchemas, DocumentedSchema } from "./schema.ts";
import { SchemaPath, type SchemaContext } from "./schema-context.ts";

/** Which values are converted to other types than those of JSON for callers and handlers. */
export interface Conversions extends ValueTypes {
  /** The places of values that are not converted; see {@link DateSchema}. */
  readonly unconverted?: ReadonlySet<string> | undefined;
}

/** A keyword that the type cannot express fully. */
export interface Widened {
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}

/** Builds the schemas of one document. */
export class SchemaBuilder {
  readonly #context: SchemaContext;
  readonly #variants: ReadonlyMap<string, SchemaVariant>;
  readonly #tags: Tags;
  readonly #widened = new Map<string, Widened>();

  /** @param schemas the members of `components.schemas` */
  constructor(
    schemas: JsonObject,
    variants: ReadonlyMap<string, SchemaVariant>,
    { tags, choosing }: BranchTags,
    { dates, int64, unconverted = new Set() }: Conversions,
  ) {
    this.#variants = variants;
    this.#tags = tags;
    const counts = new AlternativeCounts(schemas);
    const isTaken = Object.keys(schemas).some((name) => schemaTypeName(name) === "Date");
    this.#context = {
      lookup: new SchemaLookup(schemas),
      isOpen: ({ path }) => !choosing.has(`${path[2]}\n${path.at(-1)}`),
      isTagOf: (json, name) => isTag(json, tags.get(name)),
      alternatives: (name) => counts.named(name),
      dateAt(path) {
        const place = toPointer(path.path);
        const isText = dates === undefined || unconverted.has(place);
        return isText
          ? undefined
          : { kind: "date", type: isTaken ? "globalThis.Date" : "Date", place };
      },
      bigIntAt(path) {
        const place = toPointer(path.path);
        return int64 === undefined || unconverted.has(place) ? undefined : place;
      },
      widen: ({ path }, keyword, reason) => {
        const pointer = toPointer(path);
        this.#widened.set(`${pointer} ${keyword}`, { pointer, keyword, reason });
      },
    };
  }

  /** The keywords that the types built so far cannot express fully. */
  get widened(): readonly Widened[] {
    return [...this.#widened.values()];
  }

  /** Builds all schemas of `components.schemas`. The variants of a schema share its place. */
  components(): ComponentSchemas {
    const schemas = Object.entries(this.#context.lookup.schemas).map(([name, json]) => {
      const path = ["components", "schemas", this.#variants.get(name)?.of ?? name];
      const tagged = withTags(json, this.#tags.get(name));
      return [name, buildDocumented(this.#context, tagged, new SchemaPath(path))] as const;
    });
    return withUnionTags(Object.fromEntries(schemas));
  }

  /**
   * Builds a schema that is not a component.
   * @param path the path from the document's root
   */
  build(json: Json, path: readonly (string | number)[]): DocumentedSchema {
    return buildDocumented(this.#context, json, new SchemaPath(path));
  }
}

/** Restricts the tags of a schema to their values. */
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

/**
 * Returns true if the keywords beside a reference only repeat the tag that the target already has.
 */
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
