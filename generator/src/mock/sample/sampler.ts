import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { SchemaValidators } from "../../compile/validators/schema-validators.ts";
import type { CompiledModel } from "../../compile/validators/validator-compiler.ts";
import { absentMember } from "../../model/variants/derive-variants.ts";
import { Conjunction } from "./conjunction.ts";
import type { PatternTexts } from "./pattern-text.ts";
import { sampleList } from "./sample-list.ts";
import { numberCandidates } from "./sample-number.ts";
import { sampleObject, type Samples } from "./sample-object.ts";
import { textCandidates } from "./sample-text.ts";
import { SchemaIndex } from "./schema-index.ts";
import type { Spot } from "./spot.ts";
import { isScalar, typesOf } from "./value-types.ts";
import { applied, visiblePart } from "./visible-part.ts";

interface Memory {
  readonly value: Json | undefined;
  readonly cost: number;
}

/** The most values, at any depth, tried for one schema before it counts as one without a value. */
const mostTries = 4000;

/** The most values of one schema that are checked against it. */
const mostCandidates = 100;

/**
 * Makes values of schemas. A value depends on its schema and spot alone, so that nothing else in a
 * description changes it; values of named schemas are made once.
 */
export class Sampler implements Samples {
  readonly #index: SchemaIndex;
  readonly #validators: SchemaValidators;
  readonly #memory = new Map<string, Memory>();
  /** Named schemas that are being made, and those of them that were met again. */
  readonly #open = new Set<string>();
  readonly #met = new Set<string>();
  #tries = 0;

  constructor(model: CompiledModel) {
    this.#index = new SchemaIndex(model.document);
    this.#validators = SchemaValidators.of(model);
  }

  get patterns(): PatternTexts {
    return this.#index.patterns;
  }

  /** A value of a schema, `undefined` where none is found. */
  sample(schema: Json, spot: Spot): Json | undefined {
    this.#tries = 0;
    return this.valueOf([schema], spot);
  }

  valueOf(schemas: readonly Json[], spot: Spot): Json | undefined {
    const [only] = schemas;
    if (schemas.length === 1 && isObject(only) && Object.keys(only).length === 1) {
      const target = this.#index.referenced(only);
      if (target !== undefined) return this.#named(target.reference, target.schema, only, spot);
    }
    return this.#guarded(schemas, spot);
  }

  holds(schema: Json, value: Json): boolean {
    return this.#validators.accepts(schema, value);
  }

  /** Every schema that may speak of the same value, references followed, alternatives included. */
  appliedSchemas(schemas: readonly Json[]): JsonObject[] {
    return applied(this.#index, schemas);
  }

  /** A value without the members that the schema's variant leaves out. */
  visiblePart(schema: Json, value: Json): Json {
    return visiblePart(this.#index, [schema], value);
  }

  isAbsent(schemas: readonly Json[]): boolean {
    return schemas.some((schema) => member(schema, absentMember) === true);
  }

  /** A value that depends on a schema which is being made already is right for this place only, and forgotten. */
  #named(reference: string, target: Json, schema: Json, spot: Spot): Json | undefined {
    const detail = Math.max(0, spot.detail);
    const hint = isObject(target) && isScalar(target) ? spot.name : "";
    const key = `${detail} ${spot.variant} ${hint} ${reference}`;
    const known = this.#memory.get(key);
    if (known !== undefined) {
      this.#tries += known.cost;
      return known.value;
    }
    const before = this.#tries;
    const own = { ...spot, detail, seed: `${reference} ${hint}` };
    const value = this.#guarded([schema], own);
    if (this.#met.size === 0 && this.#tries < mostTries)
      this.#memory.set(key, { value, cost: this.#tries - before });
    return value;
  }

  /**
   * Notes that schemas are being made. `undefined` where one of them is already, with as much detail:
   * there would be no end to it.
   */
  #enter(schemas: readonly Json[], { detail }: Spot): readonly string[] | undefined {
    const keys = schemas.flatMap((schema) => {
      const target = isObject(schema) ? this.#index.referenced(schema) : undefined;
      return target === undefined ? [] : [`${Math.max(0, detail)} ${target.reference}`];
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

  #guarded(schemas: readonly Json[], spot: Spot): Json | undefined {
    const keys = this.#enter(schemas, spot);
    if (keys === undefined) return undefined;
    const value = this.#value(schemas, spot);
    this.#leave(keys);
    return value;
  }

  #value(schemas: readonly Json[], spot: Spot): Json | undefined {
    const conjunction = new Conjunction(this.#index);
    for (const schema of schemas) conjunction.add(schema);
    let left = mostCandidates;
    for (const value of this.#candidates(conjunction, spot)) {
      if (schemas.every((schema) => this.holds(schema, value))) return value;
      left -= 1;
      if (left === 0) return undefined;
    }
    return undefined;
  }

  *#candidates(conjunction: Conjunction, spot: Spot): Generator<Json> {
    if (conjunction.isImpossible || this.#tries > mostTries) return;
    this.#tries += 1;
    const { nodes, choice } = conjunction;
    const given = givenValues(nodes);
    if (given !== undefined) {
      yield* rotated(given, spot.variant, (value) => value === null);
      return;
    }
    yield* exampleValues(nodes, spot.variant);
    if (choice === undefined) {
      yield* this.#plainValues(nodes, spot);
      return;
    }
    const branches = choice.branches.map((branch, index) => ({ branch, tag: choice.tags[index] }));
    const ordered = rotated(branches, spot.variant, (one) => isNull(one.branch));
    for (const { branch, tag } of ordered) {
      const keys = this.#enter([branch], spot);
      if (keys === undefined) continue;
      try {
        if (tag !== undefined) yield* this.#candidates(conjunction.choose(branch, tag), spot);
        yield* this.#candidates(conjunction.choose(branch, undefined), spot);
      } finally {
        this.#leave(keys);
      }
    }
    for (const apart of choice.apart()) yield* this.#candidates(conjunction.choose(...apart), spot);
  }

  *#plainValues(nodes: readonly JsonObject[], spot: Spot): Generator<Json> {
    for (const type of typesOf(nodes, spot)) {
      if (type === "null") yield null;
      else if (type === "boolean") yield* spot.variant % 2 === 0 ? [true, false] : [false, true];
      else if (type === "string") yield* textCandidates(nodes, spot, this.patterns);
      else if (type === "number" || type === "integer")
        yield* numberCandidates(nodes, type === "integer", spot.name, spot.variant);
      else if (type === "array") yield* this.#lists(nodes, spot);
      else yield* this.#objects(nodes, spot);
    }
  }

  *#lists(nodes: readonly JsonObject[], spot: Spot): Generator<Json> {
    const list = sampleList(this, nodes, spot);
    if (list !== undefined) yield list;
    yield [];
  }

  *#objects(nodes: readonly JsonObject[], spot: Spot): Generator<Json> {
    const dependent = nodes.filter((node) => member(node, "dependentSchemas") !== undefined);
    const full = spot.detail > 0;
    if (full && dependent.length > 0) yield* this.#dependentObjects(nodes, dependent, spot);
    for (const completeness of full ? completenesses : completenesses.slice(1)) {
      const object = sampleObject(this, nodes, spot, completeness);
      if (object !== undefined) yield object;
    }
  }

  /** With every optional member there is, all that depends on one of them holds. */
  *#dependentObjects(
    nodes: readonly JsonObject[],
    dependent: readonly JsonObject[],
    spot: Spot,
  ): Generator<Json> {
    const conjunction = new Conjunction(this.#index);
    for (const node of nodes) conjunction.add(node);
    for (const node of dependent)
      for (const schema of Object.values(member(node, "dependentSchemas") ?? {}))
        conjunction.add(schema as Json);
    if (conjunction.nodes.length > nodes.length && !conjunction.isImpossible) {
      const object = sampleObject(this, conjunction.nodes, spot, "all");
      if (object !== undefined) yield object;
    }
  }
}

const isNull = (schema: Json): boolean => member(schema, "type") === "null";

/** A list that begins with another of its items for each variant; those that are no more than a last resort come last. */
function rotated<Item>(
  items: readonly Item[],
  variant: number,
  isLast: (item: Item) => boolean,
): readonly Item[] {
  const first = items.filter((item) => !isLast(item));
  const start = variant % Math.max(1, first.length);
  return [...first.slice(start), ...first.slice(0, start), ...items.filter(isLast)];
}

/** The values that `const` and `enum` leave; `undefined` where there is neither. */
function givenValues(nodes: readonly JsonObject[]): Json[] | undefined {
  for (const node of nodes) {
    const constant = member(node, "const");
    if (constant !== undefined) return [constant];
  }
  for (const node of nodes) {
    const values = member(node, "enum");
    if (Array.isArray(values)) return [...(values as readonly Json[])];
  }
  return undefined;
}

/** The examples of the schemas, and their defaults unless these are empty. */
function exampleValues(nodes: readonly JsonObject[], variant: number): Json[] {
  const examples = nodes.flatMap((node) => {
    const example = member(node, "example");
    const fallback = member(node, "default");
    const isTelling = typeof fallback !== "object" && fallback !== undefined && fallback !== "";
    return [
      ...arrayMember(node, "examples"),
      ...(example === undefined ? [] : [example]),
      ...(isTelling ? [fallback] : []),
      ...arrayMember(node, "x-extensible-enum"),
    ];
  });
  return examples.slice(variant);
}

const completenesses = ["all", "some", "none"] as const;
