import * as fc from "fast-check";
import type { Description } from "@openapi-packages/compiler";
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
import { setMember } from "@openapi-packages/runtime/internals";
import { holding, lazy } from "./bounded-filter.ts";
import { numbers } from "./numbers.ts";
import { texts, type ValuePosition } from "./texts.ts";

/** The level of nesting from which on optional members are left out, and lists are as short as allowed. */
const mostDepth = 3;

/**
 * How many values are generated at each level of nesting before the fallback is used: fewer inside, since each try of the
 * outer value takes them all again.
 */
const triesAt = [24, 6, 2];

/** The most items of a list, and members that no schema names, beyond the minimum. */
const mostMore = 3;

/** The parts of a description that values are made from. */
export interface SchemaSource extends Pick<Description, "holds" | "sample" | "textsOf"> {
  readonly model: Pick<Description["model"], "document">;
}

/**
 * Makes arbitraries for schemas of JSON Schema 2020-12. Their values conform, and shrink to small ones.
 * If no conforming value is generated in a few tries, the value is the description's example, or one
 * made as for mocks.
 */
export class SchemaArbitraries {
  readonly #source: SchemaSource;
  readonly #position: ValuePosition;
  readonly #target: Target;

  constructor(source: SchemaSource, position: ValuePosition) {
    this.#source = source;
    this.#position = position;
    this.#target = targetIn(source.model.document);
  }

  /** Returns the values of a schema; `undefined` if none is found. */
  of(schema: Json, name = ""): fc.Arbitrary<Json> | undefined {
    return this.#values([schema], name, 0);
  }

  #values(schemas: readonly Json[], name: string, depth: number): fc.Arbitrary<Json> | undefined {
    const whole: Json = schemas.length === 1 ? (schemas[0] as Json) : { allOf: [...schemas] };
    const fallback = this.#source.sample(whole, name);
    if (fallback === undefined) return undefined;
    if (depth > mostDepth + 1) return fc.constant(fallback);
    const values = lazy(
      () => this.#conjoined(Conjunction.of(this.#target, schemas), depth) ?? fc.constant(fallback),
    );
    const holds = (value: Json): boolean => this.#source.holds(whole, value);
    return holding(values, holds, fallback, triesAt[depth] ?? 1);
  }

  #conjoined(conjunction: Conjunction, depth: number): fc.Arbitrary<Json> | undefined {
    if (conjunction.isImpossible) return undefined;
    const { choice } = conjunction;
    if (choice === undefined) return this.#plain(conjunction.schemas, depth);
    const branches = choice.alternatives
      .map((one) => conjunction.chosen(one))
      .filter((branch) => !branch.isImpossible);
    if (branches.length === 0) return undefined;
    const arbitraries = branches.map((branch) =>
      lazy(() => this.#conjoined(branch, depth) ?? fc.constant<Json>(null)),
    );
    return fc.oneof(...arbitraries);
  }

  #plain(schemas: readonly AppliedSchema[], depth: number): fc.Arbitrary<Json> | undefined {
    const given = givenValues(schemas);
    if (given !== undefined) return given.length === 0 ? undefined : fc.constantFrom(...given);
    const kinds = (typesOf(schemas) ?? anyTypes).map((type) => this.#ofType(type, schemas, depth));
    const found = kinds.filter((kind) => kind !== undefined);
    if (found.length === 0) return undefined;
    return fc.oneof(
      ...found.map((arbitrary, index) => ({ weight: index === 0 ? 4 : 1, arbitrary })),
    );
  }

  #ofType(
    type: string,
    schemas: readonly AppliedSchema[],
    depth: number,
  ): fc.Arbitrary<Json> | undefined {
    if (type === "string") return this.#texts(schemas, depth);
    if (type === "number" || type === "integer") return numbers(schemas, this.#position);
    if (type === "boolean") return fc.boolean();
    if (type === "array") return this.#lists(schemas, depth);
    return type === "object" ? this.#objects(schemas, depth) : fc.constant(null);
  }

  #texts(schemas: readonly AppliedSchema[], depth: number): fc.Arbitrary<Json> {
    const contents = jsonContents(schemas);
    const held = contents.length === 0 ? undefined : this.#values(contents, "", depth + 1);
    return held?.map((one) => JSON.stringify(one)) ?? texts(this.#source, schemas, this.#position);
  }

  #lists(schemas: readonly AppliedSchema[], depth: number): fc.Arbitrary<Json> | undefined {
    const fewest = greatest(numbersOf(schemas, "minItems"))?.value ?? 0;
    const most = least(numbersOf(schemas, "maxItems"))?.value ?? Infinity;
    const prefix = Math.max(...schemas.map((one) => placesOf([one], "prefixItems").length));
    if (prefix > 0) {
      const items = Array.from({ length: Math.min(prefix, most) }, (_, index) =>
        this.#itemAt(schemas, index, depth),
      );
      return items.includes(undefined)
        ? undefined
        : fc.tuple(...(items as fc.Arbitrary<Json>[])).map((all) => [...all]);
    }
    const contained = schemas.flatMap(({ json: schema }) => member(schema, "contains") ?? []);
    const item = this.#itemAt(schemas, 0, depth, contained);
    const more = depth >= mostDepth ? 0 : mostMore;
    // Only JSON can express an empty list.
    const isNeeded = contained.length > 0 || this.#position !== "json";
    const needed = Math.max(fewest, isNeeded && most > 0 ? 1 : 0);
    const length = {
      minLength: needed,
      maxLength: Math.max(needed, Math.min(most, needed + more)),
    };
    if (item === undefined || length.maxLength === 0) return fc.constant([]);
    const isUnique = schemas.some(({ json: schema }) => member(schema, "uniqueItems") === true);
    return isUnique
      ? fc.uniqueArray(item, { ...length, selector: (one) => JSON.stringify(one) })
      : fc.array(item, length);
  }

  #itemAt(
    schemas: readonly AppliedSchema[],
    index: number,
    depth: number,
    others: readonly Json[] = [],
  ): fc.Arbitrary<Json> | undefined {
    const places = itemPlaces(schemas, index).map(({ json: schema }) => schema);
    const all = [...places, ...others];
    return all.length === 0 ? anyText : this.#values(all, "", depth + 1);
  }

  #objects(schemas: readonly AppliedSchema[], depth: number): fc.Arbitrary<Json> {
    const required = requiredNames(schemas);
    const names = depth >= mostDepth ? required : new Set([...required, ...declaredNames(schemas)]);
    const members = new Map<string, fc.Arbitrary<Json>>();
    for (const name of names) {
      const places = memberPlaces(schemas, name).map(({ json: schema }) => schema);
      if (!required.has(name) && places.some(isNotSent)) continue;
      const own = places.length === 0 ? anyText : this.#values(places, name, depth + 1);
      if (own !== undefined) members.set(name, own);
    }
    const requiredKeys = [...required].filter((name) => members.has(name));
    const record = fc.record<Record<string, Json>>(Object.fromEntries(members), { requiredKeys });
    // A record of fast-check has no prototype.
    const named = record.map((made): JsonObject => ({ ...made }));
    const further = depth >= mostDepth ? undefined : this.#further(schemas, members.size, depth);
    if (further === undefined) return named;
    return fc.tuple(named, further).map(([own, others]) => {
      const whole: JsonObject = { ...own };
      for (const [name, value] of others) if (!members.has(name)) setMember(whole, name, value);
      return whole;
    });
  }

  /**
   * Returns members that no schema names, if a schema describes them. A schema that merely does not
   * forbid them does not count.
   */
  #further(
    schemas: readonly AppliedSchema[],
    known: number,
    depth: number,
  ): fc.Arbitrary<readonly (readonly [string, Json])[]> | undefined {
    const names = this.#furtherNames(schemas);
    const name = names === undefined ? undefined : fc.sample(names, { numRuns: 1, seed: 0 })[0];
    if (names === undefined || name === undefined) return undefined;
    const places = memberPlaces(schemas, name).map(({ json: schema }) => schema);
    const values = this.#values(places.length === 0 ? [true] : places, "", depth + 1);
    if (values === undefined) return undefined;
    const fewest = greatest(numbersOf(schemas, "minProperties"))?.value ?? 0;
    const most = least(numbersOf(schemas, "maxProperties"))?.value ?? Infinity;
    const minLength = Math.max(0, Math.min(fewest, 20) - known);
    const maxLength = Math.max(minLength, Math.min(most, minLength + mostMore));
    return fc.uniqueArray(fc.tuple(names, values), {
      minLength,
      maxLength,
      selector: ([own]) => own,
    });
  }

  #furtherNames(schemas: readonly AppliedSchema[]): fc.Arbitrary<string> | undefined {
    const isSaid = (keyword: string): boolean =>
      schemas.some(({ json: schema }) => {
        const rest = member(schema, keyword);
        return rest === true || isObject(rest);
      });
    const isClosed = schemas.some(
      ({ json: schema }) => member(schema, "additionalProperties") === false,
    );
    const patterns = schemas.flatMap(({ json: schema }) =>
      Object.keys(member(schema, "patternProperties") ?? {}),
    );
    const [pattern] = patterns;
    if (pattern !== undefined) {
      const ready = [...take(this.#source.textsOf(pattern), 4)];
      return ready.length === 0 ? undefined : fc.constantFrom(...ready);
    }
    if (isClosed || !(isSaid("additionalProperties") || isSaid("unevaluatedProperties")))
      return undefined;
    const rules = schemas.flatMap(({ json: schema }) => member(schema, "propertyNames") ?? []);
    if (rules.length === 0) return memberName;
    const names = this.#values([{ type: "string" }, ...rules], "key", mostDepth);
    return names?.map(String);
  }
}

const memberName = fc.string({
  unit: fc.constantFrom(...Array.from("abcxyz")),
  minLength: 1,
  maxLength: 6,
});

const anyText: fc.Arbitrary<Json> = memberName;

const isNotSent = (schema: Json): boolean =>
  member(schema, "readOnly") === true || member(schema, "x-absent-from-variant") === true;

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}

/** The types that are tried if no schema restricts the type. */
const anyTypes = ["string", "integer", "boolean"];
