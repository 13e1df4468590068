import { member, type Json, type JsonObject } from "../../json/json.ts";
import { schemaTypeName } from "../../names/names.ts";
import { schemaReference } from "../../json/subschemas.ts";
import type { JsonSchemas, PlacedSchema } from "../json-schemas.ts";
import { placedEncodings } from "../parts/part-encodings.ts";
import { isFormData, isMultipart, isPartList } from "../parts/part-list.ts";
import { placedEncoding } from "./form-encoding.ts";
import { mapForm, rawBinary, type FormMapper } from "./form-schemas.ts";
import { findFormUses, mapNamed, type FormUses, asText } from "./form-uses.ts";
import { isRawBody } from "./raw-binary.ts";

/** A schema outside of `components.schemas`. */
interface Root {
  readonly place: PlacedSchema;
  readonly schema: Json;
  readonly kind: "form" | "parts" | "item" | "body" | "text";
  readonly encoding: Json | undefined;
}

/**
 * Returns schemas in which `type: string, format: binary` marks exactly the raw binary values:
 * whole bodies and parts of multipart bodies, however the description declares them. Elsewhere a
 * value is text, and `format: binary` is removed.
 * A schema that is used both ways, and differs, gets a second variant for forms, `<Name>Form`.
 * Several forms share one variant, in which a part is raw binary if it is in one of them.
 */
export function markRawBinary({ named, placed }: JsonSchemas): JsonSchemas {
  const roots = placed.map((place) => rootOf(named, place));
  const marker = new Marker(named, usesOf(named, roots));
  return {
    named: marker.components(),
    placed: roots.map((root) => ({ ...root.place, schema: marker.root(root) })),
  };
}

/**
 * Returns the form or list of parts that a root describes. An item becomes a list of such items.
 */
const formOf = ({ schema, kind }: Root): Json => (kind === "item" ? { items: schema } : schema);

function usesOf(schemas: JsonObject, roots: readonly Root[]): FormUses {
  const forms = roots.filter(({ kind }) => ["form", "parts", "item"].includes(kind));
  return findFormUses(schemas, {
    texts: roots.filter(({ kind }) => kind === "text").map(({ schema }) => schema),
    forms: forms.map((one) => ({ schema: formOf(one), encoding: one.encoding ?? {} })),
  });
}

function rootOf(schemas: JsonObject, place: PlacedSchema): Root {
  const { schema, path, body } = place;
  const root = (kind: Root["kind"], encoding?: Json): Root => ({ place, schema, kind, encoding });
  if (body === undefined) return root("text");
  const { node, mediaTypes } = body;
  const isItem = path.at(-1) === "itemSchema";
  if (mediaTypes.some(isMultipart) && isPartList(schemas, node))
    return root(isItem ? "item" : "parts", placedEncoding(placedEncodings(node)));
  if (mediaTypes.some(isFormData)) return root("form", member(node, "encoding"));
  return root(!isItem && isRawBody(schemas, schema) ? "body" : "text");
}

class Marker {
  readonly #schemas: JsonObject;
  readonly #uses: FormUses;
  /** Maps the name of a schema to the name of its variant for forms. */
  readonly #variants = new Map<string, string>();

  constructor(schemas: JsonObject, uses: FormUses) {
    this.#schemas = schemas;
    this.#uses = uses;
    const taken = new Set(Object.keys(schemas).map(schemaTypeName));
    for (const name of uses.forms.keys()) {
      const isShared = uses.texts.has(name) && uses.differing.has(name);
      this.#variants.set(name, isShared ? formName(name, taken) : name);
    }
  }

  root({ schema, kind, encoding }: Root): Json {
    if (kind === "text") return asText(schema);
    if (kind === "item")
      return member(mapForm(this.#mapper, { items: schema }, [encoding ?? {}]), "items") ?? schema;
    return kind === "form" || kind === "parts"
      ? mapForm(this.#mapper, schema, [encoding ?? {}])
      : rawBinary(this.#mapper, schema);
  }

  /** Returns the named schemas together with their variants for forms. */
  components(): JsonObject {
    const marked = new Map(Object.entries(this.#schemas));
    for (const [name, schema] of Object.entries(this.#schemas)) {
      const use = this.#uses.forms.get(name);
      const isText = this.#uses.texts.has(name);
      const variant = this.#variants.get(name) ?? name;
      if (isText) marked.set(name, asText(schema));
      if (use !== undefined && !(isText && variant === name))
        marked.set(variant, mapNamed(this.#mapper, schema, use));
    }
    const isSame = [...marked].every(([name, schema]) => member(this.#schemas, name) === schema);
    return isSame ? this.#schemas : (Object.fromEntries(marked) as JsonObject);
  }

  get #mapper(): FormMapper {
    const reference = (schema: JsonObject, name: string): Json => {
      const variant = this.#variants.get(name) ?? name;
      return variant === name ? schema : { ...schema, $ref: schemaReference(variant) };
    };
    return {
      schemas: this.#schemas,
      isOfParts: (name) => !this.#uses.texts.has(name),
      text: asText,
      form: reference,
      part: reference,
    };
  }
}

function formName(name: string, taken: Set<string>): string {
  let form = `${name}Form`;
  while (taken.has(schemaTypeName(form))) form = `${form}Variant`;
  taken.add(schemaTypeName(form));
  return form;
}
