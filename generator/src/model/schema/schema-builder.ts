import {
  arrayMember,
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { schemaTypeName } from "../../names.ts";
import type { DateType } from "../conversions/date-types.ts";
import { SchemaLookup } from "../types/schema-lookup.ts";
import type { BranchTags, Tags } from "../unions/branch-tags.ts";
import { withUnionTags } from "../unions/schema-traits.ts";
import type { TagValue } from "../unions/traits.ts";
import type { SchemaVariant } from "../variants/derive-variants.ts";
import { AlternativeCounts } from "./alternative-counts.ts";
import { buildDocumented, buildSchema } from "./build-schema.ts";
import type { ComponentSchemas, Schema } from "./schema.ts";
import { SchemaPath, type SchemaContext } from "./schema-context.ts";

/** What callers and handlers hold in place of some JSON values. */
export interface Conversions {
  /** The type of texts of `format: date-time`. Left out: they are texts. */
  readonly dates?: DateType | undefined;
  /** The places of those that are texts nevertheless, as {@link DateSchema} has them. */
  readonly texts?: ReadonlySet<string> | undefined;
}

/** Something that a type says less of than its schema does. */
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
    { dates, texts = new Set() }: Conversions,
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
        const isText = dates === undefined || texts.has(place);
        return isText
          ? undefined
          : { kind: "date", type: isTaken ? "globalThis.Date" : "Date", place };
      },
      widen: ({ path }, keyword, reason) => {
        const pointer = toPointer(path);
        this.#widened.set(`${pointer} ${keyword}`, { pointer, keyword, reason });
      },
    };
  }

  /** What the schemas that were built until now say less of than the description does. */
  get widened(): readonly Widened[] {
    return [...this.#widened.values()];
  }

  /** All schemas of `components.schemas`; variants of one schema have its place. */
  components(): ComponentSchemas {
    const schemas = Object.entries(this.#context.lookup.schemas).map(([name, json]) => {
      const path = ["components", "schemas", this.#variants.get(name)?.of ?? name];
      const tagged = withTags(json, this.#tags.get(name));
      return [name, buildDocumented(this.#context, tagged, new SchemaPath(path))] as const;
    });
    return withUnionTags(Object.fromEntries(schemas));
  }

  /**
   * A schema that is no component.
   *
   * @param path the way to it from the document's root
   */
  build(json: Json, path: readonly (string | number)[]): Schema {
    return buildSchema(this.#context, json, new SchemaPath(path));
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
