import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
} from "@openapi-packages/description/json/json";
import { SchemaValidators } from "../../compile/validators/schema-validators.ts";
import type { CompiledModel } from "../../compile/validators/validator-compiler.ts";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import {
  appliedSchemas,
  targetIn,
  type AppliedSchema,
  type Target,
} from "@openapi-packages/description/model/applied/applied-schemas";
import { Conjunction } from "@openapi-packages/description/model/applied/conjunction";
import {
  givenValues,
  jsonContents,
} from "@openapi-packages/description/model/applied/keyword-values";
import { isAbsentMember } from "@openapi-packages/description/model/variants/derive-variants";
import { PatternTexts } from "./pattern-text.ts";
import { sampleLists } from "./sample-list.ts";
import { numberCandidates } from "./sample-number.ts";
import { sampleObject, type Samples } from "./sample-object.ts";
import { textCandidates } from "./sample-text.ts";
import type { SampleContext } from "./sample-context.ts";
import { isScalar, triedTypes } from "./value-types.ts";
import { visiblePart } from "./visible-part.ts";

interface Memory {
  readonly value: Json | undefined;
  readonly cost: number;
}

/** How many values, at any depth, are tried before a schema counts as having none. */
const mostTries = 4000;

/** How many values of one schema are checked against it. */
const mostCandidates = 100;

/**
 * Makes values of schemas. A value depends only on its schema and its {@link SampleContext}, so that changes
 * elsewhere in a description do not change it. Values of named schemas are made once.
 */
export class Sampler implements Samples {
  readonly patterns = new PatternTexts();
  readonly #target: Target;
  readonly #validators: SchemaValidators;
  readonly #memory = new Map<string, Memory>();
  /** Named schemas whose values are being made, and those of them that occur again within their own value. */
  readonly #open = new Set<string>();
  readonly #met = new Set<string>();
  #tries = 0;

  constructor(model: CompiledModel) {
    this.#target = targetIn(model.document);
    this.#validators = SchemaValidators.of(model);
  }

  /** Makes a value of a schema; `undefined` if none is found. */
  sample(schema: Json, context: SampleContext): Json | undefined {
    this.#tries = 0;
    return this.valueOf([schema], context);
  }

  valueOf(schemas: readonly Json[], context: SampleContext): Json | undefined {
    const [only] = schemas;
    if (schemas.length === 1 && isObject(only) && Object.keys(only).length === 1) {
      const reference = stringMember(only, "$ref");
      if (reference !== undefined) return this.#named(reference, only, context);
    }
    return this.#guarded(schemas, context);
  }

  holds(schema: Json, value: Json): boolean {
    return this.#validators.accepts(schema, value);
  }

  /** Returns all schemas that may apply to one value: references are followed, alternatives included. */
  appliedSchemas(places: readonly SchemaPlace[]): readonly AppliedSchema[] {
    return appliedSchemas(this.#target, places, () => undefined);
  }

  /** Returns a value without the members that the schema's variant leaves out. */
  visiblePart(place: SchemaPlace, value: Json): Json {
    return visiblePart(this.#target, [place], value);
  }

  isAbsent(schemas: readonly Json[]): boolean {
    return schemas.some(isAbsentMember);
  }

  /**
   * Makes a value of a named schema and caches it. A value that depends on a schema still being made is
   * right only here, so it is not cached.
   */
  #named(reference: string, schema: Json, context: SampleContext): Json | undefined {
    const target = this.#target(reference);
    const detail = Math.max(0, context.detail);
    const hint = isObject(target) && isScalar(target) ? context.name : "";
    const key = `${detail} ${context.variant} ${hint} ${reference}`;
    const known = this.#memory.get(key);
    if (known !== undefined) {
      this.#tries += known.cost;
      return known.value;
    }
    const before = this.#tries;
    const own = { ...context, detail, seed: `${reference} ${hint}`, parts: undefined };
    const value = this.#guarded([schema], own);
    if (this.#met.size === 0 && this.#tries < mostTries)
      this.#memory.set(key, { value, cost: this.#tries - before });
    return value;
  }

  /**
   * Marks schemas as being made. Returns `undefined` if one of them already is, with as much detail:
   * the recursion would never end.
   */
  #enter(schemas: readonly Json[], { detail }: SampleContext): readonly string[] | undefined {
    const keys = schemas.flatMap((schema) => {
      const reference = stringMember(schema, "$ref");
      return reference === undefined ? [] : [`${Math.max(0, detail)} ${reference}`];
    });
    const met = keys.filter((key) => this.#open.has(key));
    for (const key of met) this.#met.add(key);
    if (met.length > 0) return undefined;
    for (const key of keys) this.#open.add(key);
    return keys;
  }

  #leave(keys: readonly string[]): void {
    for (const key of keys) {
      this.#open.delete(key);
      this.#met.delete(key);
    }
  }

  #guarded(schemas: readonly Json[], context: SampleContext): Json | undefined {
    const keys = this.#enter(schemas, context);
    if (keys === undefined) return undefined;
    const value = this.#value(schemas, context);
    this.#leave(keys);
    return value;
  }

  #value(schemas: readonly Json[], context: SampleContext): Json | undefined {
    const conjunction = Conjunction.of(this.#target, schemas);
    const isAccepted = (value: Json): boolean =>
      schemas.every((schema) => this.holds(schema, value));
    if (context.parts !== "checked") {
      const before = this.#tries;
      const [value] = this.#candidates(conjunction, { ...context, parts: "unchecked" });
      if (value === undefined || context.parts === "unchecked" || isAccepted(value)) return value;
      this.#tries = before;
    }
    let left = mostCandidates;
    for (const value of this.#candidates(conjunction, { ...context, parts: "checked" })) {
      if (isAccepted(value)) return value;
      left -= 1;
      if (left === 0) return undefined;
    }
    return undefined;
  }

  *#candidates(conjunction: Conjunction, context: SampleContext): Generator<Json> {
    if (conjunction.isImpossible || this.#tries > mostTries) return;
    this.#tries += 1;
    const { schemas, choice } = conjunction;
    const given = givenValues(schemas);
    if (given !== undefined) {
      yield* rotated(given, context.variant, (value) => value === null);
      return;
    }
    yield* exampleValues(schemas, context.variant);
    if (choice === undefined) {
      yield* this.#plainValues(schemas, context);
      return;
    }
    for (const alternative of rotated(choice.alternatives, context.variant, isNull)) {
      const keys = this.#enter([alternative], context);
      if (keys === undefined) continue;
      try {
        yield* this.#candidates(conjunction.chosen(alternative), context);
      } finally {
        this.#leave(keys);
      }
    }
    for (const alternative of choice.apart())
      yield* this.#candidates(conjunction.chosen(alternative), context);
  }

  *#plainValues(schemas: readonly AppliedSchema[], context: SampleContext): Generator<Json> {
    for (const type of triedTypes(schemas, context)) {
      if (type === "null") yield null;
      else if (type === "boolean") yield* context.variant % 2 === 0 ? [true, false] : [false, true];
      else if (type === "string") {
        yield* this.#contentTexts(schemas, context);
        yield* textCandidates(schemas, context, this.patterns);
      } else if (type === "number" || type === "integer")
        yield* numberCandidates(schemas, type === "integer", context.name, context.variant);
      else if (type === "array") yield* this.#lists(schemas, context);
      else yield* this.#objects(schemas, context);
    }
  }

  /** Yields the JSON text of a value that `contentSchema` describes. */
  *#contentTexts(schemas: readonly AppliedSchema[], context: SampleContext): Generator<Json> {
    const contents = jsonContents(schemas);
    // The text that the value becomes is checked, but not what is in it.
    const whole = { ...context, parts: undefined };
    const value = contents.length === 0 ? undefined : this.valueOf(contents, whole);
    if (value !== undefined) yield JSON.stringify(value);
  }

  *#lists(schemas: readonly AppliedSchema[], context: SampleContext): Generator<Json> {
    yield* sampleLists(this, schemas, context);
    yield [];
  }

  *#objects(schemas: readonly AppliedSchema[], context: SampleContext): Generator<Json> {
    for (const completeness of context.detail > 0 ? completenesses : completenesses.slice(1)) {
      const object = sampleObject(this, schemas, context, completeness);
      if (object !== undefined) yield object;
    }
  }
}

const isNull = (schema: Json): boolean => member(schema, "type") === "null";

/**
 * Rotates a list so that each variant begins with another item; the items that `isLast` selects come
 * last.
 */
function rotated<Item>(
  items: readonly Item[],
  variant: number,
  isLast: (item: Item) => boolean,
): readonly Item[] {
  const first = items.filter((item) => !isLast(item));
  const start = variant % Math.max(1, first.length);
  return [...first.slice(start), ...first.slice(0, start), ...items.filter(isLast)];
}

/**
 * Returns the examples of the schemas, their scalar defaults unless empty, and the values of
 * `x-extensible-enum`.
 */
function exampleValues(schemas: readonly AppliedSchema[], variant: number): Json[] {
  const examples = schemas.flatMap(({ json: schema }) => {
    const example = member(schema, "example");
    const fallback = member(schema, "default");
    const isInformative = typeof fallback !== "object" && fallback !== undefined && fallback !== "";
    return [
      ...arrayMember(schema, "examples"),
      ...(example === undefined ? [] : [example]),
      ...(isInformative ? [fallback] : []),
      ...arrayMember(schema, "x-extensible-enum"),
    ];
  });
  return examples.slice(variant);
}

const completenesses = ["all", "some", "none"] as const;
