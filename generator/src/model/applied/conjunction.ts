import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import type { SchemaPlace } from "../api-model.ts";
import {
  conjoinedPlaces,
  memberPlaces,
  type AppliedSchema,
  type Target,
} from "./applied-schemas.ts";
import { declaredNames } from "./keyword-values.ts";

/** Alternatives that are still to be chosen from, each of which says its tag where a discriminator has one for it. */
export interface Choice {
  readonly alternatives: readonly Json[];
  /** Alternatives as far as no value of the others conforms to them. */
  apart(): readonly Json[];
}

/**
 * Schemas that a value has to conform to all at once: references followed, `allOf` taken apart. Alternatives (`oneOf`,
 * `anyOf`, `if`, `dependentSchemas`) wait in a list to be chosen from.
 */
export class Conjunction {
  readonly #target: Target;
  readonly #schemas = new Map<JsonObject, AppliedSchema>();
  readonly #choices: Choice[] = [];
  #isImpossible = false;

  private constructor(target: Target) {
    this.#target = target;
  }

  /** The conjunction of schemas. */
  static of(target: Target, schemas: readonly Json[]): Conjunction {
    const conjunction = new Conjunction(target);
    for (const schema of schemas) conjunction.#add({ schema, pointer: "" });
    return conjunction;
  }

  /** Each schema before those that it is made of. */
  get schemas(): readonly AppliedSchema[] {
    return [...this.#schemas.values()];
  }

  /** True if no value can conform: `false` is among the schemas. */
  get isImpossible(): boolean {
    return this.#isImpossible;
  }

  /** The alternatives that come next, `undefined` when every choice is made. */
  get choice(): Choice | undefined {
    return this.#choices[0];
  }

  /** The conjunction in which the next choice is made. */
  chosen(alternative: Json): Conjunction {
    const chosen = new Conjunction(this.#target);
    for (const [key, one] of this.#schemas) chosen.#schemas.set(key, one);
    chosen.#choices.push(...this.#choices.slice(1));
    chosen.#isImpossible = this.#isImpossible;
    chosen.#add({ schema: alternative, pointer: "" });
    return chosen;
  }

  #add({ schema, pointer }: SchemaPlace): void {
    if (schema === false) this.#isImpossible = true;
    if (!isObject(schema) || this.#schemas.has(schema)) return;
    const applied = { schema, pointer };
    this.#schemas.set(schema, applied);
    for (const place of conjoinedPlaces(this.#target, applied)) this.#add(place);
    if (isAnything(member(schema, "not"))) this.#isImpossible = true;
    this.#choices.push(...this.#choicesOf(schema));
  }

  #choicesOf(schema: JsonObject): Choice[] {
    const unions = ["oneOf", "anyOf"].flatMap((keyword): Choice[] => {
      const alternatives = arrayMember(schema, keyword);
      if (alternatives.length === 0) return [];
      // Only where no alternative gives a value is it worth to know: they have alternatives in turn.
      return [
        { alternatives, apart: keyword === "oneOf" ? () => this.#apart(alternatives) : neverApart },
      ];
    });
    return [...unions, ...conditionsOf(schema), ...dependenciesOf(schema)];
  }

  /**
   * Objects whose members are all optional conform to each other's schemas; a member that another
   * alternative knows, with a value that it refuses, sets one apart.
   */
  #apart(branches: readonly Json[]): Json[] {
    const made = branches.map((branch) => Conjunction.of(this.#target, [branch]));
    return branches.flatMap((branch, index) => {
      const own = declaredNames(made[index]?.schemas ?? []);
      const refused = made
        .filter((_, other) => other !== index)
        .map(({ schemas }): [string, Json] | undefined => {
          const name = [...declaredNames(schemas)].find((one) => !own.has(one));
          const [place] = name === undefined ? [] : memberPlaces(schemas, name);
          return name === undefined || place === undefined
            ? undefined
            : [name, { not: place.schema }];
        });
      const known = refused.filter((one) => one !== undefined);
      if (known.length < refused.length) return [];
      const required = known.map(([name]) => name);
      return [{ allOf: [branch, { required, properties: Object.fromEntries(known) }] }];
    });
  }
}

const neverApart: Choice["apart"] = () => [];

function conditionsOf(schema: JsonObject): Choice[] {
  const condition = member(schema, "if");
  if (condition === undefined) return [];
  const met: Json = { allOf: [condition, member(schema, "then") ?? true] };
  const unmet: Json = { allOf: [{ not: condition }, member(schema, "else") ?? true] };
  return [{ alternatives: [met, unmet], apart: neverApart }];
}

/** With the member on which a schema depends, or without it. */
function dependenciesOf(schema: JsonObject): Choice[] {
  return Object.entries(member(schema, "dependentSchemas") ?? {}).map(([name, one]) => {
    const present = { required: [name] };
    const alternatives = [{ allOf: [present, one as Json] }, { not: present }];
    return { alternatives, apart: neverApart };
  });
}

/** True of a schema that every value conforms to. */
function isAnything(schema: Json | undefined): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}
