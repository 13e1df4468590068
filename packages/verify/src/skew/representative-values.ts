import {
  Conjunction,
  declaredNames,
  givenValues,
  greatest,
  isObject,
  itemPlaces,
  jsonContents,
  least,
  member,
  memberPlaces,
  numbersOf,
  placesOf,
  requiredNames,
  targetIn,
  typesOf,
  type AppliedSchema,
  type Json,
  type JsonObject,
  type Target,
} from "@openapi-packages/description";
import type { SchemaSource } from "../arbitraries/schema-arbitraries.ts";
import { ofLength } from "../server/places/text-violations.ts";

/** The level of nesting below which members that may be left out are. */
const mostDepth = 4;

/** The most values of one place, and schemas that are looked at for one value. */
const mostValues = 60;
const mostSchemas = 2000;

/** Makes the value that the description has of a schema. */
type Sample = () => Json | undefined;

/** Lengths of texts and lists that have no bound. */
const longText = 1000;
const longList = 50;

/** The length of JSON text that a list has at most, unless its schema wants more. */
const longestList = 100_000;

/**
 * Values that together show what a schema allows: all members, the required ones alone, each optional one left out, each
 * value of an enum, each alternative, null, and both ends of each bound. They differ in one place from the first.
 */
export class RepresentativeValues {
  readonly #source: SchemaSource;
  readonly #absent: "readOnly" | "writeOnly";
  readonly #target: Target;
  readonly #samples = new Map<string, Json | undefined>();
  #left = mostSchemas;

  /** @param absent the members that are not in these values: requests have no `readOnly` ones, answers no `writeOnly` ones */
  constructor(source: SchemaSource, absent: "readOnly" | "writeOnly") {
    this.#source = source;
    this.#absent = absent;
    this.#target = targetIn(source.model.document);
  }

  /** The values of a schema; none where none is found. */
  of(schema: Json, name: string): readonly Json[] {
    this.#left = mostSchemas;
    return this.#values([schema], name, 0);
  }

  #values(schemas: readonly Json[], name: string, depth: number): readonly Json[] {
    const whole: Json = schemas.length === 1 ? (schemas[0] as Json) : { allOf: [...schemas] };
    const sample = (): Json | undefined => this.#sample(whole, name);
    this.#left -= 1;
    if (this.#left > 0 && depth <= mostDepth + 1) {
      const made = this.#conjoined(Conjunction.of(this.#target, schemas), sample, depth);
      const found = distinct(made)
        .filter((value) => this.#source.holds(whole, value))
        .slice(0, mostValues);
      if (found.length > 0) return found;
    }
    const only = sample();
    return only === undefined ? [] : [only];
  }

  /** The value of the description's own; the search for one takes long where hardly anything conforms. */
  #sample(schema: Json, name: string): Json | undefined {
    const key = JSON.stringify([name, schema]);
    if (!this.#samples.has(key)) this.#samples.set(key, this.#source.sample(schema, name));
    return this.#samples.get(key);
  }

  #conjoined(conjunction: Conjunction, sample: Sample, depth: number): readonly Json[] {
    if (conjunction.isImpossible || this.#left <= 0) return [];
    const { choice } = conjunction;
    if (choice === undefined) return this.#plain(conjunction.schemas, sample(), depth);
    return choice.alternatives.flatMap((alternative) =>
      this.#conjoined(conjunction.chosen(alternative), sample, depth),
    );
  }

  #plain(
    schemas: readonly AppliedSchema[],
    sample: Json | undefined,
    depth: number,
  ): readonly Json[] {
    const given = givenValues(schemas);
    if (given !== undefined) return given;
    const types = typesOf(schemas);
    if (types === undefined)
      return [...(sample === undefined ? [] : [sample]), "text", 1, true, null, [], {}];
    return types.flatMap((type) => this.#ofType(type, schemas, sample, depth));
  }

  #ofType(
    type: string,
    schemas: readonly AppliedSchema[],
    sample: Json | undefined,
    depth: number,
  ): readonly Json[] {
    if (type === "string") {
      const contents = jsonContents(schemas);
      if (contents.length > 0)
        return this.#values(contents, "", depth + 1).map((one) => JSON.stringify(one));
      return texts(schemas, typeof sample === "string" ? sample : undefined);
    }
    if (type === "integer" || type === "number")
      return numbers(schemas, typeof sample === "number" ? sample : undefined, type);
    if (type === "boolean") return [true, false];
    if (type === "array") return this.#lists(schemas, depth);
    return type === "object" ? this.#objects(schemas, depth) : [null];
  }

  #lists(schemas: readonly AppliedSchema[], depth: number): readonly Json[] {
    const prefix = Math.max(...schemas.map((one) => placesOf([one], "prefixItems").length));
    if (prefix > 0) {
      const items = Array.from({ length: prefix }, (_, index) =>
        this.#items(schemas, index, depth),
      );
      return [items.flatMap(([first]) => (first === undefined ? [] : [first])), []];
    }
    const items = this.#items(schemas, 0, depth);
    if (items.length === 0) return [[]];
    const fewest = greatest(numbersOf(schemas, "minItems"))?.value ?? 0;
    const most = Math.min(
      least(numbersOf(schemas, "maxItems"))?.value ?? longList,
      mostItems(items),
    );
    const isUnique = schemas.some(({ json: schema }) => member(schema, "uniqueItems") === true);
    const ofLengthOf = (length: number): Json =>
      isUnique
        ? items.slice(0, length)
        : Array.from({ length }, (_, index) => items[index % items.length] as Json);
    const lengths = [Math.max(1, fewest), fewest, Math.max(fewest, most)];
    const least1 = ofLengthOf(Math.max(1, fewest)) as readonly Json[];
    const varied = items.map((item): Json => [item, ...least1.slice(1)]);
    return [...varied, ...lengths.map(ofLengthOf)];
  }

  #items(schemas: readonly AppliedSchema[], index: number, depth: number): readonly Json[] {
    const places = itemPlaces(schemas, index).map(({ json: schema }) => schema);
    return depth > mostDepth
      ? []
      : this.#values(places.length === 0 ? [{}] : places, "", depth + 1);
  }

  #objects(schemas: readonly AppliedSchema[], depth: number): readonly Json[] {
    const required = requiredNames(schemas);
    const names = depth >= mostDepth ? required : new Set([...required, ...declaredNames(schemas)]);
    const members = new Map<string, readonly Json[]>();
    for (const name of names) {
      const places = memberPlaces(schemas, name).map(({ json: schema }) => schema);
      if (!required.has(name) && places.some((place) => this.#isAbsent(place))) continue;
      const own = this.#values(places.length === 0 ? [{}] : places, name, depth + 1);
      if (own.length > 0) members.set(name, own);
      else if (required.has(name)) return [];
    }
    const first = (name: string): Json => (members.get(name) ?? [])[0] as Json;
    const all: JsonObject = Object.fromEntries(
      [...members.keys()].map((name) => [name, first(name)]),
    );
    const without = (left: (name: string) => boolean): JsonObject =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !left(name)));
    const optional = [...members.keys()].filter((name) => !required.has(name));
    return [
      all,
      without((name) => !required.has(name)),
      ...[...members].flatMap(([name, [, ...others]]) =>
        others.map((value) => ({ ...all, [name]: value })),
      ),
      ...optional.map((left) => without((name) => name === left)),
      ...this.#further(schemas, all, depth),
    ];
  }

  /** With a member that no schema names, where one says what it is, or none names any member. */
  #further(schemas: readonly AppliedSchema[], all: JsonObject, depth: number): readonly Json[] {
    if (depth >= mostDepth) return [];
    const rest = schemas.map(({ json: schema }) => member(schema, "additionalProperties"));
    const said = rest.filter((one) => isObject(one)) as Json[];
    const isMap = said.length === 0 && Object.keys(all).length === 0 && !rest.includes(false);
    const values = isMap ? ["text", 1] : said.length === 0 ? [] : this.#values(said, "", depth + 1);
    return values.map((value) => ({ ...all, more: value }));
  }

  #isAbsent(schema: Json): boolean {
    return (
      member(schema, this.#absent) === true || member(schema, "x-absent-from-variant") === true
    );
  }
}

/** The example, and texts at the bounds of their length where nothing else says how they look. */
function texts(schemas: readonly AppliedSchema[], sample: string | undefined): readonly Json[] {
  const base = sample ?? "text";
  const isFormed = schemas.some(
    ({ json: schema }) =>
      member(schema, "pattern") !== undefined || member(schema, "format") !== undefined,
  );
  if (isFormed) return [base];
  const fewest = greatest(numbersOf(schemas, "minLength"))?.value ?? 0;
  const most = least(numbersOf(schemas, "maxLength"))?.value ?? longText;
  return [base, ofLength(base, fewest), ofLength(base, Math.min(most, longText * 10))];
}

/** The example, and numbers at the bounds; far from zero and with a fraction where nothing forbids it. */
function numbers(
  schemas: readonly AppliedSchema[],
  sample: number | undefined,
  type: "integer" | "number",
): readonly Json[] {
  const first = ["minimum", "maximum"].flatMap((keyword) =>
    numbersOf(schemas, keyword).map(({ value }) => value),
  );
  const beyond = numbersOf(schemas, "exclusiveMinimum").map(({ value }) => value + 1);
  const below = numbersOf(schemas, "exclusiveMaximum").map(({ value }) => value - 1);
  const usual = type === "integer" ? [0, -1, 1_000_000] : [0, -1, 1_000_000, 0.5];
  return [...(sample === undefined ? [] : [sample]), ...first, ...beyond, ...below, ...usual];
}

/** How many of some items, in turn, a long list has: lists in lists would grow beyond what is sent. */
function mostItems(items: readonly Json[]): number {
  const length = items.reduce<number>((sum, item) => sum + JSON.stringify(item).length, 0);
  return Math.min(longList, Math.floor((longestList * items.length) / length));
}

/** Each value once, in order. */
function distinct(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value] as const)).values()];
}
