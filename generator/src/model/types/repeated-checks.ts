import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { componentsOf, deepestFirst, type NameGraph } from "./name-graph.ts";
import { TraitReader } from "../unions/trait-reader.ts";
import { unionChoice } from "../unions/union-choice.ts";

/** How often the schemas behind references are held against a value, and against what is in it. */
interface Calls {
  readonly counts: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, Calls>;
  /** What is held against the members and items that have no entry of their own. */
  readonly rest: Calls | undefined;
}

const noCalls: Calls = { counts: new Map(), members: new Map(), rest: undefined };

/** From how many checks of one value on it is worth while to remember the result. */
const manyChecks = 64;

/** From how many checks of one value on a warning is worth while. */
const tooManyChecks = 100_000;

/** The most that is counted. */
const limit = 1e9;

/** Beyond so many entries nothing is counted, and everything counts as repeated. */
const mostEntries = 1_000_000;

/** Whether references lead to schemas that one value is held against again and again. */
export interface RepeatedChecks {
  /** True if the result of what a reference leads to has to be remembered for each value. */
  isRepeated(reference: string): boolean;
  /** The references whose schemas hold one value against others in several ways, which multiply from level to level. */
  readonly multiplying: readonly string[];
}

/**
 * Finds the schemas that a value is held against so often that the work would multiply from level to
 * level: where alternatives that a value may both have, or parts of `allOf`, hold the same member against
 * schemas. If the result of these is remembered, each is held against each value once.
 *
 * @param schemas by the references that lead to them
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
    const forks = [...placesBelow(own)].filter((place) => checksAt(place) > 1);
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

/** All places within a value, at any depth that the schema itself speaks of. */
function* placesBelow({ members, rest }: Calls): Generator<Calls> {
  for (const place of [...members.values(), ...(rest === undefined ? [] : [rest])]) {
    yield place;
    yield* placesBelow(place);
  }
}

const checksAt = ({ counts }: Calls): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

function targetsOf(calls: Calls): ReadonlySet<string> {
  return new Set([calls, ...placesBelow(calls)].flatMap(({ counts }) => [...counts.keys()]));
}

/** How many checks one value takes at most, at the deepest place that each schema leads to; cycles count once. */
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

  /** The calls of the schema behind a reference, and of those that it holds against the same value. */
  named(reference: string): Calls {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    this.#known.set(reference, noCalls);
    const calls = this.#of(this.#schemas.get(reference) ?? true, true);
    this.#known.set(reference, calls);
    return calls;
  }

  /** @param isHere whether the value is the one that the named schema is about, so that references are followed */
  #of(schema: Json | undefined, isHere: boolean): Calls {
    if (!isObject(schema) || this.isBeyond) return noCalls;
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

  /** The calls for members and items. */
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
    // Where all other members have a schema, those that have their own are not among them.
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
