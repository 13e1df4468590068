import { arrayMember, isObject, member, type Json, type JsonObject } from "../json.ts";
import { referenceOf, schemaEntries, type Target } from "./schema-reader.ts";

/** The demands of a schema on the member that discriminates it, as far as a choice depends on them. */
interface Tag {
  readonly values: readonly string[] | undefined;
  readonly isRequired: boolean;
  readonly isObject: boolean;
}

const noTag: Tag = { values: undefined, isRequired: false, isObject: false };

/** The values by which each schema of a union is chosen; `undefined` where they do not tell them apart. */
export function tagValues(
  property: string,
  subschemas: readonly Json[],
  target: Target,
): (readonly string[])[] | undefined {
  const tags = new TagReader(property, target);
  const branches = subschemas.map((schema) => tags.tag(schema));
  if (!branches.every((tag) => tag.isRequired && tag.isObject && tag.values !== undefined))
    return undefined;
  const values = branches.map((tag) => tag.values ?? []);
  return new Set(values.flat()).size < values.flat().length ? undefined : values;
}

/** Reads what schemas ask of one member, each once. */
class TagReader {
  readonly #property: string;
  readonly #target: Target;
  readonly #tags = new Map<JsonObject, Tag>();

  constructor(property: string, target: Target) {
    this.#property = property;
    this.#target = target;
  }

  tag(schema: Json): Tag {
    if (!isObject(schema)) return noTag;
    const known = this.#tags.get(schema);
    if (known !== undefined) return known;
    // What a schema says of itself by way of others says nothing.
    this.#tags.set(schema, noTag);
    const tag = this.#read(schema);
    this.#tags.set(schema, tag);
    return tag;
  }

  #read(schema: JsonObject): Tag {
    const reference = referenceOf(schema);
    const parts = [
      ...(reference === undefined ? [] : [this.#target(reference)]),
      ...arrayMember(schema, "allOf"),
    ].map((part) => this.tag(part));
    const own = new Map(schemaEntries(schema, "properties")).get(this.#property);
    const required = arrayMember(schema, "required").includes(this.#property);
    return {
      values: this.#values(own) ?? parts.find(({ values }) => values !== undefined)?.values,
      isRequired: required || parts.some(({ isRequired }) => isRequired),
      isObject: schema["type"] === "object" || parts.some((part) => part.isObject),
    };
  }

  #values(schema: Json | undefined): readonly string[] | undefined {
    if (schema === undefined || !isObject(schema)) return undefined;
    const constant = member(schema, "const");
    const values = constant === undefined ? schema["enum"] : [constant];
    if (Array.isArray(values)) {
      const texts = (values as readonly Json[]).filter((value) => typeof value === "string");
      return texts.length === values.length ? [...new Set(texts)] : undefined;
    }
    const reference = referenceOf(schema);
    const target = reference === undefined ? undefined : this.#target(reference);
    // Of a schema that only refers on, one step is enough to tell the tags of real descriptions.
    return isObject(target ?? null) && member(target, "$ref") === undefined
      ? this.#values(target)
      : undefined;
  }
}
