import {
  isObject,
  member,
  objectMember,
  valueAt,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { schemaTypeName } from "../../names/names.ts";
import { schemaReference } from "../../json/subschemas.ts";
import { placedEncodings, withMediaTypes } from "../parts/part-encodings.ts";
import { isFormData, isMultipart, isPartList } from "../parts/part-list.ts";
import { referencedMediaTypes } from "../parts/referenced-media-types.ts";
import { directedSchemas } from "../variants/directions.ts";
import { setAt } from "../variants/set-at.ts";
import { encodingWithMediaTypes, placedEncoding } from "./form-encoding.ts";
import { mapForm, rawBinary, type FormMapper } from "./form-schemas.ts";
import { findFormUses, mapNamed, type FormUses, asText } from "./form-uses.ts";
import { isRawBody } from "./raw-binary.ts";

/** A schema outside of `components.schemas`. */
interface Root {
  readonly schema: Json;
  readonly path: readonly (string | number)[];
  readonly kind: "form" | "parts" | "item" | "body" | "text";
  readonly encoding: Json | undefined;
}

/**
 * Returns a document in which `type: string, format: binary` marks exactly the raw binary values:
 * whole bodies and parts of multipart bodies, however the description declares them. Elsewhere a
 * value is text, and `format: binary` is removed.
 * A schema that is used both ways, and differs, gets a second variant for forms, `<Name>Form`.
 * Several forms share one variant, in which a part is raw binary if it is in one of them. The given
 * document is not changed.
 */
export function markRawBinary(document: JsonObject): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const roots = rootsOf(document, schemas);
  const marker = new Marker(schemas, usesOf(schemas, roots));
  const root = { ...document };
  const copied = new Set<object>([root]);
  for (const one of roots) {
    const { schema, path, kind, encoding } = one;
    const mapped = marker.root(one);
    if (mapped !== schema) setAt(root, path, mapped, copied);
    const holder = path.slice(0, -1);
    if (kind === "parts" || kind === "item") {
      const list = formOf(one);
      const encodings = withMediaTypes(schemas, list, placedEncodings(holderOf(document, path)));
      setAt(root, [...holder, "prefixEncoding"], encodings.prefixEncoding, copied);
      setAt(root, [...holder, "itemEncoding"], encodings.itemEncoding, copied);
    }
    const media = kind === "form" ? encodingWithMediaTypes(schemas, schema, encoding) : encoding;
    if (media !== encoding && media !== undefined)
      setAt(root, [...holder, "encoding"], media, copied);
  }
  const marked = marker.components();
  if (marked !== schemas) setAt(root, ["components", "schemas"], marked, copied);
  return root;
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

function rootsOf(document: JsonObject, schemas: JsonObject): Root[] {
  const forms = referencedMediaTypes(document, isFormData);
  const multiparts = referencedMediaTypes(document, isMultipart);
  return directedSchemas(document).map(({ schema, path }) => {
    const [holder, mediaType] = path.slice(-3, -1).map(String);
    const isContent = path.at(-1) === "schema";
    const isOf = (test: (one: string) => boolean, names: ReadonlySet<string>): boolean =>
      (holder === "content" && test(mediaType ?? "")) ||
      (holder === "mediaTypes" && names.has(mediaType ?? ""));
    const isItem = path.at(-1) === "itemSchema";
    if ((isContent || isItem) && isOf(isMultipart, multiparts) && !isParameter(path)) {
      const media = holderOf(document, path);
      const kind = isItem ? "item" : "parts";
      if (isObject(media) && isPartList(schemas, media))
        return { schema, path, kind, encoding: placedEncoding(placedEncodings(media)) };
      if (isOf(isFormData, forms))
        return { schema, path, kind: "form", encoding: member(media, "encoding") };
    }
    const isBody = isContent && ["content", "mediaTypes"].includes(holder ?? "");
    const isRaw = isBody && isRawBody(schemas, schema) && !isParameter(path);
    return { schema, path, kind: isRaw ? "body" : "text", encoding: undefined };
  });
}

/** Returns the Media Type Object that holds a schema. */
const holderOf = (document: JsonObject, path: Root["path"]): Json | undefined =>
  valueAt(document, toPointer(path.slice(0, -1)));

/** Returns true if a path leads to the content of a parameter or header, which is text. */
function isParameter(path: readonly (string | number)[]): boolean {
  const holder = path.at(-5);
  return holder === "parameters" || holder === "headers";
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
