import { isDeepStrictEqual } from "node:util";
import { member, type Json, type JsonObject, isObject } from "../../json/json.ts";
import { reachableNames, referencedNames, reversed } from "../schema-references.ts";
import { mapForm, mapPart, type FormMapper, type MediaTypes } from "./form-schemas.ts";
import { mapSubschemas } from "../../json/subschemas.ts";

/** How multipart bodies use a named schema. */
interface FormUse {
  /** The `encoding` of each body that the schema describes. */
  readonly encodings: readonly Json[];
  /** The media types of the parts that the schema describes; empty if it describes none. */
  readonly mediaTypes: MediaTypes;
}

/** How a description uses its named schemas. */
export interface FormUses {
  /** The names of schemas that describe JSON or text. */
  readonly texts: ReadonlySet<string>;
  readonly forms: ReadonlyMap<string, FormUse>;
  /**
   * The names in `forms` whose schemas differ from their JSON version, in themselves or in what
   * they refer to.
   */
  readonly differing: ReadonlySet<string>;
}

/** The schemas outside of `components.schemas`, from which the search starts. */
export interface FormRoots {
  readonly texts: readonly Json[];
  readonly forms: readonly { readonly schema: Json; readonly encoding: Json }[];
}

/** Maps a named schema for the bodies or parts that it describes. */
export function mapNamed(mapper: FormMapper, schema: Json, use: FormUse): Json {
  return use.mediaTypes.length > 0
    ? mapPart(mapper, schema, use.mediaTypes)
    : mapForm(mapper, schema, use.encodings);
}

/** Finds how a description uses its named schemas. */
export function findFormUses(schemas: JsonObject, roots: FormRoots): FormUses {
  const finder = new Finder(schemas);
  for (const { schema, encoding } of roots.forms) finder.addForm(schema, encoding);
  for (const schema of roots.texts) finder.addText(schema);
  return finder.find();
}

class Finder {
  readonly #schemas: JsonObject;
  readonly #starts = new Set<string>();
  readonly #encodings = new Map<string, Map<string, Json>>();
  readonly #mediaTypes = new Map<string, Set<string | undefined>>();
  /** The names to examine again, because a use was added. */
  readonly #queue = new Set<string>();

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  addText(schema: Json): void {
    for (const name of referencedNames(schema)) this.#starts.add(name);
  }

  addForm(schema: Json, encoding: Json): void {
    mapForm(this.#mapper(), schema, [encoding]);
  }

  find(): FormUses {
    const referring = new Map<string, Set<string>>();
    const differing = new Set<string>();
    for (const name of this.#queue) {
      this.#queue.delete(name);
      const schema = member(this.#schemas, name) ?? true;
      const references = new Set<string>();
      const mapped = mapNamed(this.#mapper(references), schema, this.#useOf(name));
      referring.set(name, references);
      if (!isDeepStrictEqual(mapped, asText(schema))) differing.add(name);
      else differing.delete(name);
    }
    const references = new Map(
      Object.entries(this.#schemas).map(([name, schema]) => [name, referencedNames(schema)]),
    );
    const forms = new Map([...referring.keys()].map((name) => [name, this.#useOf(name)]));
    return {
      texts: reachableNames(this.#starts, references),
      forms,
      differing: reachableNames(differing, reversed(referring)),
    };
  }

  #useOf(name: string): FormUse {
    return {
      encodings: [...(this.#encodings.get(name)?.values() ?? [])],
      mediaTypes: [...(this.#mediaTypes.get(name) ?? [])],
    };
  }

  /** @param references collects the names that the schema refers to */
  #mapper(references = new Set<string>()): FormMapper {
    return {
      schemas: this.#schemas,
      isOfParts: () => true,
      text: (schema) => {
        this.addText(schema);
        return asText(schema);
      },
      form: (schema, name, encodings) => {
        references.add(name);
        const known = this.#encodings.get(name) ?? new Map<string, Json>();
        const before = known.size;
        for (const one of encodings) known.set(JSON.stringify(one), one);
        this.#encodings.set(name, known);
        if (known.size > before) this.#queue.add(name);
        return schema;
      },
      part: (schema, name, mediaTypes) => {
        references.add(name);
        const known = this.#mediaTypes.get(name) ?? new Set();
        const before = known.size;
        for (const one of mediaTypes) known.add(one);
        this.#mediaTypes.set(name, known);
        if (known.size > before) this.#queue.add(name);
        return schema;
      },
    };
  }
}

/**
 * Removes `format: binary` from a schema whose values are JSON or text, where it means nothing.
 * Returns the given schema itself if nothing changes.
 */
export function asText(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const mapped = mapSubschemas(schema, asText);
  return mapped["format"] === "binary" ? withoutFormat(mapped) : mapped;
}

function withoutFormat(schema: JsonObject): JsonObject {
  const { format: _, ...rest } = schema;
  return rest;
}
