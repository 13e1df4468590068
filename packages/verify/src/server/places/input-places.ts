import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Description } from "@openapi-packages/compiler";
import {
  arrayMember,
  itemPlaces,
  member,
  memberPlaces,
  toPointer,
  type AppliedSchema,
  type Json,
  type JsonObject,
  type MediaType,
  type SchemaPlace,
} from "@openapi-packages/description";
import { appliedSchemas } from "../../schema/applied-schemas.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Expectations } from "../../expectations/expectations.ts";
import { givenBody } from "../../records/given.ts";
import { requestPlaceWords } from "../../wording/place-words.ts";
import { isRuledByHttp } from "../../arbitraries/http-headers.ts";

/** A place in an operation's input: a parameter, the body, or a part of them. */
export interface InputPlace {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** The tokens of the place. For a parameter, its name comes first. */
  readonly tokens: readonly string[];
  readonly schemas: readonly AppliedSchema[];
  /** The existing value, or a possible one. */
  readonly value: Json;
  /** The value to insert first, if the example has none there. */
  readonly filled: { readonly tokens: readonly string[]; readonly value: Json } | undefined;
  /** The keyword or parameter that requires it; `undefined` if it is optional. */
  readonly requiredBy: string | undefined;
}

/** Formats a place for the identifier of a case: `query.limit`, `body/age`. */
export function placeId({ in: location, tokens }: InputPlace): string {
  const [name = "", ...rest] = tokens;
  return location === "body" ? `body${toPointer(tokens)}` : `${location}.${name}${toPointer(rest)}`;
}

/** Formats a place for a message: `` the query parameter `limit` ``, `` `age` of the body ``. */
export function placeText({ in: location, tokens }: InputPlace): string {
  return requestPlaceWords(location, toPointer(tokens));
}

/** The greatest depth of places in an input. */
const mostDepth = 5;

/** The most places of an operation. */
const mostPlaces = 150;

/**
 * Returns the places of an operation's input, those nearest to its root first: of the example, and of optional
 * parts that it omits.
 */
export function inputPlaces(
  api: VerifiedApi,
  operation: VerifiedOperation,
  { inputs = {} }: Expectations = {},
): InputPlace[] {
  const example = api.description.exampleInput(operation.model);
  if (example === undefined) return [];
  const given = inputs[operation.id] ?? {};
  const finder = new PlaceFinder(api.description);
  for (const parameter of operation.model.parameters) {
    const { in: location, name, schema } = parameter;
    if (location === "header" && isRuledByHttp(name)) continue;
    if (name.toLowerCase() === operation.mock.idempotencyKey?.toLowerCase()) continue;
    const value =
      member(member(given, location), name) ?? member(member(example.input, location), name);
    const requiredBy = parameter.required ? schema.pointer.replace(/\/schema$/, "") : undefined;
    finder.add(location, [name], [schema], value, requiredBy);
  }
  const { body } = example;
  const value = givenBody(given, example.input["body"]) as Json | undefined;
  if (body?.schema !== undefined && value !== undefined && hasParts(body))
    finder.addBody(body, body.schema, value);
  return finder.all();
}

const hasParts = ({ kind }: MediaType): boolean =>
  kind === "json" || kind === "form" || kind === "multipart";

interface Waiting extends InputPlace {
  readonly isSampled: boolean;
}

/** Traverses an input breadth-first. */
class PlaceFinder {
  readonly #description: Description;
  readonly #found: Waiting[] = [];
  readonly #files = new Set<string>();

  constructor(description: Description) {
    this.#description = description;
  }

  addBody(media: MediaType, schema: SchemaPlace, value: Json): void {
    for (const name of this.#description.filesOf(media, value)) this.#files.add(name);
    // The schema of a stream is that of its items.
    if (media.stream === undefined) this.add("body", [], [schema], value, undefined);
    else if (Array.isArray(value)) this.add("body", ["0"], [schema], value[0] as Json, undefined);
  }

  add(
    location: InputPlace["in"],
    tokens: readonly string[],
    places: readonly SchemaPlace[],
    given: Json | undefined,
    requiredBy: string | undefined,
    filled?: InputPlace["filled"],
  ): void {
    const isFile = location === "body" && tokens.length === 1 && this.#files.has(tokens[0] ?? "");
    if (isFile || this.#found.length >= mostPlaces) return;
    const outer = appliedSchemas(this.#description, places);
    if (outer.some(({ json: schema }) => isNotSent(schema))) return;
    const value = given ?? this.#sample(places, tokens.at(-1) ?? "");
    if (value === undefined) return;
    this.#found.push({
      in: location,
      tokens,
      schemas: appliedSchemas(this.#description, places, value),
      value,
      filled: filled ?? (given === undefined ? { tokens, value } : undefined),
      requiredBy,
      isSampled: given === undefined,
    });
  }

  all(): InputPlace[] {
    for (let index = 0; index < this.#found.length; index += 1)
      this.#within(this.#found[index] as Waiting);
    return this.#found;
  }

  #within({ in: location, tokens, schemas, value, filled, isSampled }: Waiting): void {
    if (tokens.length > mostDepth) return;
    if (Array.isArray(value)) {
      const [first] = value as readonly Json[];
      if (first !== undefined)
        this.add(location, [...tokens, "0"], itemPlaces(schemas, 0), first, undefined, filled);
      return;
    }
    if (!isObject(value)) return;
    const known = schemas.flatMap(({ json: schema }) =>
      Object.keys(member(schema, "properties") ?? {}),
    );
    // A value that is only sampled gets no further optional parts.
    const names = isSampled ? Object.keys(value) : [...new Set([...Object.keys(value), ...known])];
    for (const name of names) {
      const own = getMember(value, name) as Json | undefined;
      const places = memberPlaces(schemas, name);
      this.add(location, [...tokens, name], places, own, requiring(schemas, name), filled);
    }
  }

  #sample(places: readonly SchemaPlace[], name: string): Json | undefined {
    const [first] = places;
    if (first === undefined) return undefined;
    const all = places.map(({ json: schema }) => schema);
    return this.#description.sample(all.length === 1 ? first.json : { allOf: all }, name);
  }
}

/** True if a member must not be sent (OpenAPI 3.1, `readOnly`). */
const isNotSent = (schema: JsonObject): boolean =>
  schema["readOnly"] === true || schema["x-absent-from-variant"] === true;

/** Returns the pointer of the keyword that requires a member. */
function requiring(schemas: readonly AppliedSchema[], name: string): string | undefined {
  const found = schemas.find(({ json: schema }) => arrayMember(schema, "required").includes(name));
  return found === undefined ? undefined : `${found.pointer}/required`;
}
