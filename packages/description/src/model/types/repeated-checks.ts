import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { schemaReference } from "../../json/subschemas.ts";
import { componentsOf, deepestFirst, type NameGraph } from "./name-graph.ts";
import { TraitReader } from "../unions/trait-reader.ts";
import { unionChoice } from "../unions/union-choice.ts";

/**
 * How often a value, and the members within it, are validated against the schemas behind
 * references.
 */
interface Calls {
  readonly counts: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, Calls>;
  /** The calls for members and items without an entry of their own. */
  readonly rest: Calls | undefined;
}

/** Keywords whose schemas apply to the value or to what is in it. */
const leading = new Set([
  "$ref",
  "additionalProperties",
  "allOf",
  "anyOf",
  "contains",
  "dependentSchemas",
  "else",
  "if",
  "items",
  "not",
  "oneOf",
  "patternProperties",
  "prefixItems",
  "properties",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

const isLeading = (keyword: string): boolean => leading.has(keyword);

const noCalls: Calls = { counts: new Map(), members: new Map(), rest: undefined };

/** Results are remembered if one value takes more checks than this. */
const manyChecks = 64;

/** A warning is given if one value takes more checks than this. */
const tooManyChecks = 100_000;

/** The highest count. */
const limit = 1e9;

/** If there are more entries than this, counting stops and every schema counts as repeated. */
const mostEntries = 1_000_000;

/** Tells which schemas validate the same value repeatedly. */
export interface RepeatedChecks {
  /** Returns true if a validator must remember the results of the schema behind a reference. */
  isRepeated(reference: string): boolean;
  /**
   * The references whose schemas validate one value in several ways, so that the work multiplies
   * with each level.
   */
  readonly multiplying: readonly string[];
}

const knownChecks = new WeakMap<JsonObject, RepeatedChecks>();

/**
 * Finds the {@link repeatedChecks} of the members of `components.schemas`, once for each such object: the model
 * warns of them, and validators remember results.
 */
export function repeatedComponentChecks(schemas: JsonObject): RepeatedChecks {
  const known = knownChecks.get(schemas);
  if (known !== undefined) return known;
  const byReference = Object.entries(schemas).map(
    ([name, schema]) => [schemaReference(name), schema] as const,
  );
  const checks = repeatedChecks(new Map(byReference));
  knownChecks.set(schemas, checks);
  return checks;
}

/**
 * Finds the schemas that validate a value so often that the work multiplies with each level of
 * nesting. This happens if alternatives that can both match, or parts of `allOf`, validate the same
 * member. With remembered results, each schema validates each value once.
 * @param schemas the schemas by reference
 */
export function repeatedChecks(schemas: ReadonlyMap<string, Json>): RepeatedChecks {
  const counter = new CallCounter(schemas);
  const calls = new Map(
    [...schemas.keys()].map((reference) => [reference, counter.named(reference)]),
  );
  if (counter.isBeyond) return { isRepeated: () => true, multiplying: [] };
  const graph = new Map([...calls].map(([reference, own]) => [reference, targetsOf(own)]));
  const components = componentsOf(graph);
  const heights = checkHeights(calls, graph);
  const repeated = new Set<string>();
  const multiplying: string[] = [];
  for (const [reference, own] of calls) {
    const forks = placesBelow(own).filter((place) => checksAt(place) > 1);
    const isRecursive = forks.some(({ counts }) =>
      [...counts.keys()].some((target) => components.get(target) === components.get(reference)),
    );
    const height = isRecursive ? Infinity : (heights.get(reference) ?? 1);
    if (height > tooManyChecks) multiplying.push(reference);
    if (height <= manyChecks) continue;
    for (const { counts } of forks) for (const target of counts.keys()) repeated.add(target);
    for (const [target, count] of own.counts) if (count > 1) repeated.add(target);
  }
  return { isRepeated: (reference) => repeated.has(reference), multiplying };
}

/** Returns all places within a value that the schema describes, at any depth. */
function placesBelow(calls: Calls): readonly Calls[] {
  const places: Calls[] = [];
  const collect = ({ members, rest }: Calls): void => {
    for (const place of rest === undefined ? members.values() : [...members.values(), rest]) {
      places.push(place);
      collect(place);
    }
  };
  collect(calls);
  return places;
}

const checksAt = ({ counts }: Calls): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

function targetsOf(calls: Calls): ReadonlySet<string> {
  return new Set([calls, ...placesBelow(calls)].flatMap(({ counts }) => [...counts.keys()]));
}

/**
 * Returns for each schema the most checks that one value at its deepest place takes; cycles count
 * once.
 */
function checkHeights(
  calls: ReadonlyMap<string, Calls>,
  graph: NameGraph,
): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  for (const reference of deepestFirst(graph)) {
    const own = calls.get(reference) ?? noCalls;
    let height = Math.max(1, checksAt(own));
    for (const { counts } of placesBelow(own)) {
      let below = 0;
      for (const [target, count] of counts) below += count * (heights.get(target) ?? 1);
      height = Math.max(height, below);
    }
    heights.set(reference, Math.min(height, limit));
  }
  return heights;
}

class CallCounter {
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #traits: TraitReader;
  readonly #known = new Map<string, Calls>();
  #entries = 0;

  constructor(schemas: ReadonlyMap<string, Json>) {
    this.#schemas = schemas;
    this.#traits = new TraitReader((reference) => schemas.get(reference) ?? true);
  }

  get isBeyond(): boolean {
    return this.#entries > mostEntries;
  }

  /**
   * Returns the calls of the schema behind a reference, including the schemas it applies to the
   * same value.
   */
  named(reference: string): Calls {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    this.#known.set(reference, noCalls);
    const calls = this.#of(this.#schemas.get(reference) ?? true, true);
    this.#known.set(reference, calls);
    return calls;
  }

  /**
   * @param isHere whether the value is the one that the named schema describes; only then
   * references are followed
   */
  #of(schema: Json | undefined, isHere: boolean): Calls {
    if (!isObject(schema) || this.isBeyond || !Object.keys(schema).some(isLeading)) return noCalls;
    const reference = stringMember(schema, "$ref");
    const parts = [this.#below(schema)];
    if (reference !== undefined) {
      parts.push({ ...noCalls, counts: new Map([[reference, 1]]) });
      if (isHere) parts.push(this.named(reference));
    }
    const list = (keyword: string): Calls[] =>
      arrayMember(schema, keyword).map((part) => this.#of(part, isHere));
    parts.push(...list("allOf"));
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const isChoice = unionChoice(schema, keyword, this.#traits) !== undefined;
      parts.push(this.#merged(list(keyword), isChoice ? Math.max : plus));
    }
    for (const keyword of ["not", "if", "then", "else"])
      parts.push(this.#of(member(schema, keyword), isHere));
    for (const dependent of values(schema, "dependentSchemas"))
      parts.push(this.#of(dependent, isHere));
    return this.#merged(parts, plus);
  }

  /** Returns the calls for members and items. */
  #below(schema: JsonObject): Calls {
    const members = new Map<string, Calls>();
    const properties = member(schema, "properties");
    const prefix = arrayMember(schema, "prefixItems");
    const named = [
      ...Object.entries(isObject(properties) ? properties : {}),
      ...prefix.map((item, index) => [`${index}`, item] as const),
    ];
    for (const [name, own] of named) members.set(name, this.#of(own, false));
    const others = this.#merged(
      ["additionalProperties", "items"].map((keyword) => this.#of(member(schema, keyword), false)),
      Math.max,
    );
    const anywhere = [
      ...["contains", "unevaluatedProperties", "unevaluatedItems"].map((keyword) =>
        this.#of(member(schema, keyword), false),
      ),
      ...values(schema, "patternProperties").map((own) => this.#of(own, false)),
    ];
    const hasRest = !isEmpty(others);
    // If there is a schema for all other members, it must not apply to those with their own, so
    // these keep even an empty entry.
    const own = new Map([...members].filter(([, calls]) => hasRest || !isEmpty(calls)));
    const known = { ...noCalls, members: own, rest: hasRest ? others : undefined };
    const rest = this.#merged(anywhere, plus);
    return isEmpty(rest) ? known : this.#merged([known, { ...noCalls, rest }], plus);
  }

  #merged(all: readonly Calls[], combine: (one: number, other: number) => number): Calls {
    const filled = all.filter((calls) => !isEmpty(calls));
    const [first = noCalls] = filled;
    if (filled.length <= 1 || this.isBeyond) return first;
    const counts = new Map<string, number>();
    for (const part of filled)
      for (const [target, count] of part.counts)
        counts.set(target, Math.min(limit, combine(counts.get(target) ?? 0, count)));
    const rests = filled.flatMap(({ rest }) => (rest === undefined ? [] : [rest]));
    const members = new Map<string, Calls[]>();
    for (const part of filled)
      for (const [name, own] of part.members) {
        const known = members.get(name);
        if (known === undefined) members.set(name, [own]);
        else known.push(own);
      }
    for (const [name, own] of members)
      for (const { members: others, rest } of rests.length === 0 ? [] : filled)
        if (rest !== undefined && !others.has(name)) own.push(rest);
    this.#entries += counts.size + members.size * (1 + rests.length);
    const rest = this.#merged(rests, combine);
    return {
      counts,
      members: new Map([...members].map(([name, own]) => [name, this.#merged(own, combine)])),
      rest: isEmpty(rest) ? undefined : rest,
    };
  }
}

const plus = (one: number, other: number): number => one + other;

function values(schema: JsonObject, keyword: string): readonly Json[] {
  const map = member(schema, keyword);
  return isObject(map) ? (Object.values(map) as readonly Json[]) : [];
}

function isEmpty({ counts, members, rest }: Calls): boolean {
  return counts.size === 0 && members.size === 0 && rest === undefined;
}
