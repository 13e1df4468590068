import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import type { SchemaPlace } from "../api-model.ts";
import {
  conjoinedPlaces,
  memberPlaces,
  type AppliedSchema,
  type Target,
} from "./applied-schemas.ts";
import { tagOf, tagTargets } from "./discriminator-tags.ts";
import { declaredNames, givenValues } from "./keyword-values.ts";

/** One of several ways in which a value may conform. */
export interface Alternative {
  readonly schema: Json;
  /** The schema that has to hold beside it, such as that of the discriminator's value. */
  readonly tag?: JsonObject | undefined;
}

/** Alternatives that are still to be chosen from. */
export interface Choice {
  readonly alternatives: readonly Alternative[];
  /** Alternatives, each with a schema that no value of the others conforms to. */
  apart(): readonly Alternative[];
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

  /** The conjunctions in which the next choice is made, as far as they are possible: with the tag first, then without. */
  chosen({ schema, tag }: Alternative): readonly Conjunction[] {
    const tags = tag === undefined ? [undefined] : [tag, undefined];
    return tags
      .map((one) => this.#choose(schema, one))
      .filter((conjunction) => !conjunction.isImpossible);
  }

  #choose(schema: Json, tag: JsonObject | undefined): Conjunction {
    const chosen = new Conjunction(this.#target);
    for (const [key, one] of this.#schemas) chosen.#schemas.set(key, one);
    chosen.#choices.push(...this.#choices.slice(1));
    chosen.#isImpossible = this.#isImpossible;
    chosen.#add({ schema, pointer: "" });
    if (tag === undefined) return chosen;
    chosen.#add({ schema: tag, pointer: "" });
    chosen.#isImpossible ||= chosen.#contradicts(tag);
    return chosen;
  }

  /** True if a member of a tag has no value that all schemas leave. */
  #contradicts(tag: JsonObject): boolean {
    return Object.keys(member(tag, "properties") ?? {}).some((name) => {
      const places = memberPlaces(this.schemas, name).map(({ schema }) => schema);
      return givenValues(Conjunction.of(this.#target, places).schemas)?.length === 0;
    });
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
      const branches = arrayMember(schema, keyword);
      if (branches.length === 0) return [];
      const alternatives = branches.map((branch) => ({
        schema: branch,
        tag: tagOf(schema, branch),
      }));
      // Only where no alternative gives a value is it worth to know: they have alternatives in turn.
      return [
        { alternatives, apart: keyword === "oneOf" ? () => this.#apart(branches) : neverApart },
      ];
    });
    const children = unions.length > 0 ? [] : this.#childrenOf(schema);
    return [...unions, ...children, ...conditionsOf(schema), ...dependenciesOf(schema)];
  }

  /** A parent whose children are named by its discriminator: the child that led here, else any. */
  #childrenOf(schema: JsonObject): Choice[] {
    const references = tagTargets(schema);
    if (references.length === 0) return [];
    const known = new Set([...this.#schemas.keys()].map((one) => stringMember(one, "$ref")));
    const own = references.filter((reference) => known.has(reference));
    const children = (own.length > 0 ? own : references).map((reference) => {
      const child = { $ref: reference };
      return { schema: child, tag: tagOf(schema, child) };
    });
    return [{ alternatives: [...children, { schema: true }], apart: neverApart }];
  }

  /**
   * Objects whose members are all optional conform to each other's schemas; a member that another
   * alternative knows, with a value that it refuses, sets one apart.
   */
  #apart(branches: readonly Json[]): Alternative[] {
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
      const tag = { required: known.map(([name]) => name), properties: Object.fromEntries(known) };
      return [{ schema: branch, tag }];
    });
  }
}

const neverApart: Choice["apart"] = () => [];

function conditionsOf(schema: JsonObject): Choice[] {
  const condition = member(schema, "if");
  if (condition === undefined) return [];
  const met: Json = { allOf: [condition, member(schema, "then") ?? true] };
  const unmet: Json = { allOf: [{ not: condition }, member(schema, "else") ?? true] };
  return [{ alternatives: [{ schema: met }, { schema: unmet }], apart: neverApart }];
}

/** With the member on which a schema depends, or without it. */
function dependenciesOf(schema: JsonObject): Choice[] {
  return Object.entries(member(schema, "dependentSchemas") ?? {}).map(([name, one]) => {
    const present = { required: [name] };
    const alternatives = [{ allOf: [present, one as Json] }, { not: present }];
    return { alternatives: alternatives.map((own) => ({ schema: own })), apart: neverApart };
  });
}

/** True of a schema that every value conforms to. */
function isAnything(schema: Json | undefined): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}
