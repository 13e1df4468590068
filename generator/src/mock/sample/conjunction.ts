import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import type { SchemaIndex } from "./schema-index.ts";

/** Alternatives that are still to be chosen from. */
export interface Alternatives {
  readonly branches: readonly Json[];
  /** The schema that has to hold beside a branch, such as the discriminator's value; a branch may lack one. */
  readonly tags: readonly (JsonObject | undefined)[];
  /** Branches, each with schemas that no value of the others conforms to. */
  apart(): readonly (readonly [branch: Json, rest: JsonObject])[];
}

/**
 * Schemas that a value has to conform to all at once: references followed, `allOf` taken apart.
 * Alternatives (`oneOf`, `anyOf`, `if`) wait in a list to be chosen from.
 */
export class Conjunction {
  readonly #index: SchemaIndex;
  readonly #seen: Set<Json>;
  readonly #references: Set<string>;
  readonly nodes: JsonObject[];
  readonly #pending: Alternatives[];
  /** True if `false` is among the schemas. */
  isImpossible: boolean;

  constructor(index: SchemaIndex, from?: Conjunction) {
    this.#index = index;
    this.#seen = new Set(from === undefined ? [] : from.#seen);
    this.#references = new Set(from === undefined ? [] : from.#references);
    this.nodes = from === undefined ? [] : [...from.nodes];
    this.#pending = from === undefined ? [] : [...from.#pending];
    this.isImpossible = from?.isImpossible ?? false;
  }

  /** Adds a schema. */
  add(schema: Json): this {
    if (schema === false) this.isImpossible = true;
    if (!isObject(schema) || this.#seen.has(schema)) return this;
    this.#seen.add(schema);
    const target = this.#index.referenced(schema);
    if (target !== undefined) {
      this.#references.add(target.reference);
      this.add(target.schema);
    }
    for (const part of arrayMember(schema, "allOf")) this.add(part);
    if (isUnsatisfiable(member(schema, "not"))) this.isImpossible = true;
    this.nodes.push(schema);
    this.#wait(schema);
    return this;
  }

  /** The alternatives that come next, `undefined` when every choice is made. */
  get choice(): Alternatives | undefined {
    return this.#pending[0];
  }

  /** A copy in which the next choice is made. */
  choose(branch: Json, tag: JsonObject | undefined): Conjunction {
    const chosen = new Conjunction(this.#index, this);
    chosen.#pending.shift();
    chosen.add(branch);
    return tag === undefined ? chosen : chosen.add(tag);
  }

  #wait(schema: JsonObject): void {
    const tag = discriminatorTag(schema);
    for (const keyword of ["oneOf", "anyOf"]) {
      const branches = arrayMember(schema, keyword);
      if (branches.length === 0) continue;
      // Only where no branch gives a value is it worth to know: branches have branches in turn.
      const apart: Alternatives["apart"] =
        keyword === "oneOf" ? () => this.#apart(branches) : neverApart;
      this.#pending.push({ branches, tags: branches.map((branch) => tag(branch)), apart });
    }
    this.#waitForChild(schema);
    const condition = member(schema, "if");
    if (condition === undefined) return;
    const isFulfilled: Json = { allOf: [condition, member(schema, "then") ?? true] };
    const isNot: Json = { allOf: [{ not: condition }, member(schema, "else") ?? true] };
    this.#pending.push({
      branches: [isFulfilled, isNot],
      tags: [undefined, undefined],
      apart: neverApart,
    });
  }

  /** A parent whose children are named by its discriminator: the child that led here, else any. */
  #waitForChild(schema: JsonObject): void {
    const mapping = discriminatorOf(schema)?.mapping;
    const isUnion = ["oneOf", "anyOf"].some((keyword) => arrayMember(schema, keyword).length > 0);
    if (mapping === undefined || mapping.size === 0 || isUnion) return;
    const tag = discriminatorTag(schema);
    const children = [...mapping.keys()].map((reference): Json => ({ $ref: reference }));
    const own = children.filter((child) => this.#references.has(String(member(child, "$ref"))));
    const branches = [...(own.length > 0 ? own : children), true];
    this.#pending.push({
      branches,
      tags: branches.map((branch) => tag(branch)),
      apart: neverApart,
    });
  }

  /**
   * Objects whose members are all optional conform to each other's schemas; a member that another
   * branch knows, with a value that it refuses, sets one apart.
   */
  #apart(branches: readonly Json[]): (readonly [Json, JsonObject])[] {
    const declared = branches.map((branch) => {
      const { nodes } = new Conjunction(this.#index).add(branch);
      return nodes.flatMap((node) => Object.entries(member(node, "properties") ?? {}));
    });
    return branches.flatMap((branch, index) => {
      const own = new Set(declared[index]?.map(([name]) => name));
      const others = declared
        .filter((_, other) => other !== index)
        .map((properties) => properties.find(([name]) => !own.has(name)));
      if (others.some((other) => other === undefined)) return [];
      const refused = others.flatMap((other) =>
        other === undefined ? [] : [[other[0], { not: other[1] as Json }] as const],
      );
      const rest = {
        required: refused.map(([name]) => name),
        properties: Object.fromEntries(refused),
      };
      return [[branch, rest] as const];
    });
  }
}

const neverApart: Alternatives["apart"] = () => [];

/** True if a schema that must not hold always does. */
function isUnsatisfiable(not: Json | undefined): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

interface Discriminator {
  readonly property: string;
  /** Reference → value. */
  readonly mapping: ReadonlyMap<string, string>;
}

function discriminatorOf(schema: JsonObject): Discriminator | undefined {
  const discriminator = member(schema, "discriminator");
  const property = stringMember(discriminator, "propertyName");
  if (property === undefined) return undefined;
  const mapping = new Map<string, string>();
  for (const [value, target] of Object.entries(member(discriminator, "mapping") ?? {})) {
    if (typeof target !== "string") continue;
    const reference = /[#/]/.test(target) ? target : `#/components/schemas/${target}`;
    if (!mapping.has(reference)) mapping.set(reference, value);
  }
  return { property, mapping };
}

/** The discriminator's value in a branch: as mapped, else the name of its schema (OpenAPI 3.1, section 4.8.25). */
function discriminatorTag(schema: JsonObject): (branch: Json) => JsonObject | undefined {
  const discriminator = discriminatorOf(schema);
  return (branch) => {
    const reference = stringMember(branch, "$ref");
    if (discriminator === undefined || reference === undefined) return undefined;
    const { property, mapping } = discriminator;
    const value = mapping.get(reference) ?? reference.split("/").at(-1) ?? "";
    return { properties: { [property]: { const: value } }, required: [property] };
  };
}
