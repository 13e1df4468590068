import { isDeepStrictEqual } from "node:util";
import {
  member,
  objectMember,
  valueAt,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { schemaTypeName } from "../../names.ts";
import { schemaReference } from "../../subschemas.ts";
import { reachableNames, referencedNames } from "../schema-references.ts";
import { directedSchemas } from "../variants/directions.ts";
import { setAt } from "../variants/set-at.ts";
import { encodingWithMediaTypes } from "./form-encoding.ts";
import { mapForm, rawBinary, type FormMapper } from "./form-schemas.ts";
import { isRawBody } from "./raw-binary.ts";
import { asText } from "./text-schemas.ts";

/** A schema outside of `components.schemas`. */
interface Root {
  readonly schema: Json;
  readonly path: readonly (string | number)[];
  readonly kind: "form" | "body" | "text";
  readonly encoding: Json | undefined;
}

/**
 * A document in which `type: string, format: binary` stands where values are raw binary, and only
 * there: whole bodies, and parts of multipart bodies, whichever way the description says that they are.
 * Elsewhere a value is text, and `format: binary` is left out. A schema that is used both ways and
 * differs has a variant for forms beside it, as `<Name>Form`. The document is left as it is.
 */
export function markRawBinary(document: JsonObject): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const roots = rootsOf(document, schemas);
  const uses = collectUses(schemas, roots);
  const marker = new Marker(schemas, uses);
  const root = { ...document };
  const copied = new Set<object>([root]);
  for (const { schema, path, kind, encoding } of roots) {
    const mapped = marker.root(schema, kind, encoding);
    if (mapped !== schema) setAt(root, path, mapped, copied);
    const media = kind === "form" ? encodingWithMediaTypes(schemas, schema, encoding) : encoding;
    if (media !== encoding && media !== undefined)
      setAt(root, [...path.slice(0, -1), "encoding"], media, copied);
  }
  const marked = marker.components();
  if (marked !== schemas) setAt(root, ["components", "schemas"], marked, copied);
  return root;
}

function rootsOf(document: JsonObject, schemas: JsonObject): Root[] {
  const multipart = referencedMediaTypes(document);
  return directedSchemas(document).map(({ schema, path }) => {
    const [holder, mediaType] = path.slice(-3, -1).map(String);
    const isContent = path.at(-1) === "schema";
    const isForm =
      (holder === "content" && isMultipart(mediaType ?? "")) ||
      (holder === "mediaTypes" && multipart.has(mediaType ?? ""));
    if (isContent && isForm) {
      const media = valueAt(document, toPointer(path.slice(0, -1)));
      return { schema, path, kind: "form", encoding: member(media, "encoding") };
    }
    const isBody = isContent && ["content", "mediaTypes"].includes(holder ?? "");
    const isRaw = isBody && isRawBody(schemas, schema) && !isParameter(path);
    return { schema, path, kind: isRaw ? "body" : "text", encoding: undefined };
  });
}

const isMultipart = (mediaType: string): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(mediaType);

/** True if a way leads to the content of a parameter or header, which is text. */
function isParameter(path: readonly (string | number)[]): boolean {
  const holder = path.at(-5);
  return holder === "parameters" || holder === "headers";
}

/** The names of Media Type Objects of `components` that multipart bodies refer to (OpenAPI 3.2). */
function referencedMediaTypes(document: JsonObject): Set<string> {
  const declared = objectMember(objectMember(document, "components"), "mediaTypes");
  if (declared === undefined) return new Set();
  const found = new Set<string>();
  const stack: Json[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    for (const [key, value] of Object.entries(node as JsonObject)) {
      const reference = isMultipart(key) ? member(value, "$ref") : undefined;
      if (typeof reference === "string") found.add(reference.split("/").at(-1) ?? "");
      stack.push(value);
    }
  }
  return found;
}

/** What named schemas are used for. */
interface Uses {
  /** The names of schemas whose values are JSON or text. */
  readonly texts: ReadonlySet<string>;
  /** Name of a multipart body's schema → the encodings with which it is used. */
  readonly forms: ReadonlyMap<string, ReadonlySet<Json | undefined>>;
}

function collectUses(schemas: JsonObject, roots: readonly Root[]): Uses {
  const starts = new Set<string>();
  const forms = new Map<string, Set<Json | undefined>>();
  const addText = (schema: Json): Json => {
    for (const name of referencedNames(schema)) starts.add(name);
    return schema;
  };
  const mapper: FormMapper = {
    schemas,
    isOfParts: () => true,
    text: addText,
    reference(schema, name, encoding) {
      const known = forms.get(name) ?? new Set();
      forms.set(name, known);
      if (!known.has(encoding)) {
        known.add(encoding);
        mapForm(mapper, member(schemas, name) ?? true, encoding);
      }
      return schema;
    },
  };
  for (const { schema, kind, encoding } of roots) {
    if (kind === "form") mapForm(mapper, schema, encoding);
    else if (kind === "text") addText(schema);
  }
  const references = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, referencedNames(schema)]),
  );
  return { texts: reachableNames(starts, references), forms };
}

class Marker {
  readonly #schemas: JsonObject;
  readonly #uses: Uses;
  /** Name of a schema → that of its variant for forms, or `undefined` if it has no single one. */
  readonly #variants = new Map<string, string | undefined>();

  constructor(schemas: JsonObject, uses: Uses) {
    this.#schemas = schemas;
    this.#uses = uses;
    const taken = new Set(Object.keys(schemas).map(schemaTypeName));
    for (const [name, encodings] of uses.forms) {
      const variants = [...encodings].map((one) => this.#expanded(name, one));
      const [first] = variants;
      const isSame = variants.every((one) => isDeepStrictEqual(one, first));
      const own = asText(member(schemas, name) ?? true);
      const isShared = uses.texts.has(name) && !isDeepStrictEqual(own, first);
      this.#variants.set(name, isSame ? (isShared ? formName(name, taken) : name) : undefined);
    }
  }

  root(schema: Json, kind: Root["kind"], encoding: Json | undefined): Json {
    if (kind === "text") return asText(schema);
    if (kind === "form") return mapForm(this.#mapper, schema, encoding);
    return rawBinary(this.#mapper, schema);
  }

  /** The named schemas, with those that forms alone have. */
  components(): JsonObject {
    const { texts, forms } = this.#uses;
    const marked = new Map(Object.entries(this.#schemas));
    for (const [name, schema] of Object.entries(this.#schemas)) {
      const variant = this.#variants.get(name);
      const [encoding] = forms.get(name) ?? [];
      if (texts.has(name)) marked.set(name, asText(schema));
      if (variant !== undefined && (variant !== name || !texts.has(name)))
        marked.set(variant, mapForm(this.#mapper, schema, encoding));
    }
    const isSame = [...marked].every(([name, schema]) => member(this.#schemas, name) === schema);
    return isSame ? this.#schemas : (Object.fromEntries(marked) as JsonObject);
  }

  get #mapper(): FormMapper {
    return {
      schemas: this.#schemas,
      isOfParts: (name) => !this.#uses.texts.has(name),
      text: asText,
      reference: (schema, name, encoding) => {
        const variant = this.#variants.get(name);
        if (variant === name) return schema;
        if (variant !== undefined) return { ...schema, $ref: schemaReference(variant) };
        return withTarget(schema, this.#expanded(name, encoding));
      },
    };
  }

  /** A named schema of a form without references to others of the same object. */
  #expanded(start: string, encoding: Json | undefined): Json {
    const path = new Set<string>();
    const mapper: FormMapper = {
      ...this.#mapper,
      reference: (schema, name) => {
        if (path.has(name)) return schema;
        path.add(name);
        const target = mapForm(mapper, member(this.#schemas, name) ?? true, encoding);
        path.delete(name);
        return withTarget(schema, target);
      },
    };
    return mapper.reference({ $ref: schemaReference(start) }, start, encoding);
  }
}

function withTarget(schema: JsonObject, target: Json): Json {
  const { $ref: _, ...siblings } = schema;
  if (Object.keys(siblings).length === 0) return target;
  const { allOf } = siblings;
  return { ...siblings, allOf: [...(Array.isArray(allOf) ? (allOf as Json[]) : []), target] };
}

function formName(name: string, taken: Set<string>): string {
  let form = `${name}Form`;
  while (taken.has(schemaTypeName(form))) form = `${form}Variant`;
  taken.add(schemaTypeName(form));
  return form;
}
