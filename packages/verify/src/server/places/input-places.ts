import { getMember, isObject } from "@openapi-packages/runtime/internals";
import {
  arrayMember,
  itemPlaces,
  member,
  memberPlaces,
  toPointer,
  type AppliedSchema,
  type Description,
  type Json,
  type JsonObject,
  type MediaType,
  type SchemaPlace,
} from "openapi-packages/description";
import { appliedSchemas } from "../../schema/applied-schemas.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Expectations } from "../../expectations/expectations.ts";
import { isRuledByHttp } from "../../arbitraries/http-headers.ts";

/** A place in an operation's input: a parameter, the body, or what lies within. */
export interface InputPlace {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** The way there within the input: of a parameter, its name comes first. */
  readonly tokens: readonly string[];
  readonly schemas: readonly AppliedSchema[];
  /** The value that is there, or one that could be. */
  readonly value: Json;
  /** What has to be put into an input first, since the example has nothing there. */
  readonly filled: { readonly tokens: readonly string[]; readonly value: Json } | undefined;
  /** The keyword that demands it, or the parameter; `undefined` where it may be left out. */
  readonly requiredBy: string | undefined;
}

/** `query.limit`, `body/age`: a place in the identifier of a case. */
export function placeId({ in: location, tokens }: InputPlace): string {
  const [name = "", ...rest] = tokens;
  return location === "body" ? `body${toPointer(tokens)}` : `${location}.${name}${toPointer(rest)}`;
}

/** `query.limit`, `body /age`: a place in a message. */
export function placeText(place: InputPlace): string {
  return placeId(place).replace(/\//, " /");
}

/** How deep in an input places are looked for. */
const mostDepth = 5;

/** The most places of an operation. */
const mostPlaces = 150;

/** The places of an operation's input, those nearest to its root first: of the example, and of what it leaves out. */
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
  const value = member(given, "body") ?? example.input["body"];
  if (body?.schema !== undefined && value !== undefined && hasParts(body))
    finder.addBody(body, body.schema, value);
  return finder.all();
}

const hasParts = ({ kind }: MediaType): boolean =>
  kind === "json" || kind === "form" || kind === "multipart";

interface Waiting extends InputPlace {
  readonly isSampled: boolean;
}

/** Walks through an input in breadth. */
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
    if (outer.some(({ schema }) => isNotSent(schema))) return;
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
    const known = schemas.flatMap(({ schema }) => Object.keys(member(schema, "properties") ?? {}));
    // What is only an example of what could be there has no further parts that could.
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
    const all = places.map(({ schema }) => schema);
    return this.#description.sample(all.length === 1 ? first.schema : { allOf: all }, name);
  }
}

/** True if a member is not to be in a request (OpenAPI 3.1, `readOnly`), where it is ignored. */
const isNotSent = (schema: JsonObject): boolean =>
  schema["readOnly"] === true || schema["x-absent-from-variant"] === true;

/** The pointer of the keyword that demands a member. */
function requiring(schemas: readonly AppliedSchema[], name: string): string | undefined {
  const found = schemas.find(({ schema }) => arrayMember(schema, "required").includes(name));
  return found === undefined ? undefined : `${found.pointer}/required`;
}
