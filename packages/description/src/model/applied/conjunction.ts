import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import type { SchemaPlace } from "../api-model.ts";
import {
  conjoinedPlaces,
  memberPlaces,
  type AppliedSchema,
  type Target,
} from "./applied-schemas.ts";
import { declaredNames } from "./keyword-values.ts";

/** Alternatives of which one is still to be chosen. */
export interface Choice {
  readonly alternatives: readonly Json[];
  /**
   * Returns alternatives narrowed so that no value of one conforms to another; computed only on
   * demand.
   */
  apart(): readonly Json[];
}

/**
 * Schemas that a value must all conform to. References are followed and `allOf` is included;
 * alternatives (`oneOf`, `anyOf`, `if`, `dependentSchemas`) wait in a list until one is chosen.
 */
export class Conjunction {
  readonly #target: Target;
  readonly #schemas = new Map<JsonObject, AppliedSchema>();
  readonly #choices: Choice[] = [];
  #isImpossible = false;

  private constructor(target: Target) {
    this.#target = target;
  }

  /** Creates the conjunction of schemas. */
  static of(target: Target, schemas: readonly Json[]): Conjunction {
    const conjunction = new Conjunction(target);
    for (const schema of schemas) conjunction.#add({ json: schema, pointer: "" });
    return conjunction;
  }

  /** The schemas, each before the ones it refers to or includes. */
  get schemas(): readonly AppliedSchema[] {
    return [...this.#schemas.values()];
  }

  /**
   * True if no value conforms, because `false` or the negation of everything is among the schemas.
   */
  get isImpossible(): boolean {
    return this.#isImpossible;
  }

  /** The next alternatives to choose from; `undefined` once every choice is made. */
  get choice(): Choice | undefined {
    return this.#choices[0];
  }

  /** Returns a new conjunction in which the next choice is made. */
  chosen(alternative: Json): Conjunction {
    const chosen = new Conjunction(this.#target);
    for (const [key, one] of this.#schemas) chosen.#schemas.set(key, one);
    chosen.#choices.push(...this.#choices.slice(1));
    chosen.#isImpossible = this.#isImpossible;
    chosen.#add({ json: alternative, pointer: "" });
    return chosen;
  }

  #add({ json, pointer }: SchemaPlace): void {
    if (json === false) this.#isImpossible = true;
    if (!isObject(json) || this.#schemas.has(json)) return;
    const applied = { json, pointer };
    this.#schemas.set(json, applied);
    for (const place of conjoinedPlaces(this.#target, applied)) this.#add(place);
    if (isAnything(member(json, "not"))) this.#isImpossible = true;
    this.#choices.push(...this.#choicesOf(json));
  }

  #choicesOf(schema: JsonObject): Choice[] {
    const unions = ["oneOf", "anyOf"].flatMap((keyword): Choice[] => {
      const alternatives = arrayMember(schema, keyword);
      if (alternatives.length === 0) return [];
      // Computed on demand, because it is only needed if no alternative gives a value.
      return [
        { alternatives, apart: keyword === "oneOf" ? () => this.#apart(alternatives) : neverApart },
      ];
    });
    return [...unions, ...conditionsOf(schema), ...dependenciesOf(schema)];
  }

  /**
   * Narrows the branches of a `oneOf`. An object whose members are all optional conforms to every
   * branch, so each branch gets, for every other branch, a member that only the other one declares,
   * with a value that the other one refuses.
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
            : [name, { not: place.json }];
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

/**
 * Offers two alternatives for each entry: the object has the member and conforms to the schema, or
 * it lacks the member.
 */
function dependenciesOf(schema: JsonObject): Choice[] {
  return Object.entries(member(schema, "dependentSchemas") ?? {}).map(([name, one]) => {
    const present = { required: [name] };
    const alternatives = [{ allOf: [present, one as Json] }, { not: present }];
    return { alternatives, apart: neverApart };
  });
}

/** Returns true for a schema that every value conforms to: `true` or `{}`. */
function isAnything(schema: Json | undefined): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}
