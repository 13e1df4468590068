import { isDeepStrictEqual } from "node:util";
import { member, type Json, type JsonObject, isObject } from "../../json.ts";
import { reachableNames, referencedNames, reversed } from "../schema-references.ts";
import { mapForm, mapPart, type FormMapper, type MediaTypes } from "./form-schemas.ts";
import { mapSubschemas } from "../../subschemas.ts";

/** The uses of a named schema in multipart bodies. */
interface FormUse {
  /** The `encoding` of each body that it describes. */
  readonly encodings: readonly Json[];
  /** The media types of the parts that it describes; empty if it describes none. */
  readonly mediaTypes: MediaTypes;
}

/** What named schemas are used for. */
export interface FormUses {
  /** The names of schemas whose values are JSON or text. */
  readonly texts: ReadonlySet<string>;
  readonly forms: ReadonlyMap<string, FormUse>;
  /** The names of those in `forms` that are others there than in JSON, in themselves or in what they refer to. */
  readonly differing: ReadonlySet<string>;
}

/** The schemas from which others are reached. */
export interface FormRoots {
  readonly texts: readonly Json[];
  readonly forms: readonly { readonly schema: Json; readonly encoding: Json }[];
}

/** Maps a named schema as the bodies or parts that it describes have it. */
export function mapNamed(mapper: FormMapper, schema: Json, use: FormUse): Json {
  return use.mediaTypes.length > 0
    ? mapPart(mapper, schema, use.mediaTypes)
    : mapForm(mapper, schema, use.encodings);
}

/** Finds what the named schemas of a description are used for. */
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
  /** Names to look at again, since they have got one more use. */
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

  /** @param references gets the names that are referred to */
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

/** A schema whose values are JSON or text, in which `format: binary` says nothing; the very same where it has none. */
export function asText(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const mapped = mapSubschemas(schema, asText);
  return mapped["format"] === "binary" ? withoutFormat(mapped) : mapped;
}

function withoutFormat(schema: JsonObject): JsonObject {
  const { format: _, ...rest } = schema;
  return rest;
}
