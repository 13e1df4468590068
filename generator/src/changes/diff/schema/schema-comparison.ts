import { pointerParts, type JsonObject } from "@openapi-packages/description/json/json";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import { targetIn, type Target } from "@openapi-packages/description/model/applied/applied-schemas";
import type { Direction } from "../change-kinds.ts";
import type { FoundChange, OperationPair } from "../change-types.ts";
import { compareAlternatives } from "./compare-alternatives.ts";
import { compareConditions } from "./compare-conditions.ts";
import { compareMembers } from "./compare-members.ts";
import { compareTypes } from "./compare-types.ts";
import { compareNullAndDefault, compareValues } from "./compare-values.ts";
import { flatSchema, referenceAlone, type FlatSchema } from "./flat-schema.ts";
import type {
  Compared,
  FlatPair,
  SchemaDifference,
  SchemaPair,
  SchemaReader,
} from "./schema-difference.ts";

/** The result for a pair of schemas, and the keys of the pairs inside it. */
interface ComparedPair {
  readonly direction: Direction;
  readonly differences: readonly SchemaDifference[];
  readonly names: readonly [base: string | undefined, head: string | undefined];
  readonly below: readonly string[];
}

/** A pair of schemas that an operation uses directly. */
export interface SchemaRoot {
  readonly pair: SchemaPair;
  readonly direction: Direction;
  readonly operation: OperationPair;
}

/**
 * Compares schemas of two documents by the values that they allow. Each pair of schemas is compared once per direction,
 * however many operations use it, so cycles end.
 */
export class SchemaComparison implements SchemaReader {
  readonly #targets: { readonly base: Target; readonly head: Target };
  readonly #compared = new Map<string, ComparedPair>();
  readonly #operations = new Map<string, Set<OperationPair>>();

  constructor(base: JsonObject, head: JsonObject) {
    this.#targets = { base: targetIn(base), head: targetIn(head) };
  }

  /** Compares two schemas that an operation uses, and all schemas inside them. */
  add({ pair, direction, operation }: SchemaRoot): void {
    const key = keyOf(pair, direction);
    const users = this.#operations.get(key);
    if (users === undefined) this.#operations.set(key, new Set([operation]));
    else users.add(operation);
    for (const [one, compared] of this.#comparedWithin(pair, direction, this.#compared))
      this.#compared.set(one, compared);
  }

  /** Compares a pair and the pairs inside it, each when the caller asks for it, but for those that the caller knows. */
  *#comparedWithin(
    pair: SchemaPair,
    direction: Direction,
    known: ReadonlyMap<string, ComparedPair>,
  ): Generator<[key: string, ComparedPair]> {
    const queue = [pair];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const key = keyOf(next, direction);
      if (known.has(key)) continue;
      const { below, ...compared } = this.#compare(next, direction);
      const keys = below.map((one) => keyOf(one, direction));
      yield [key, { ...compared, direction, below: keys }];
      queue.push(...below.toReversed());
    }
  }

  /** Returns the changes that were found, each with all operations that it affects. */
  changes(): FoundChange[] {
    const holders = this.#holders();
    const changed = [...this.#compared].filter(([, { differences }]) => differences.length > 0);
    return changed.flatMap(([key, { differences, direction, names }]) => {
      const operations = this.#users(key, holders);
      return differences.map(({ code, message, base, head, renamed }): FoundChange => ({
        code: `${direction}-${code}`,
        message,
        base,
        head,
        renamed,
        operations,
        schemas: [...new Set([...names, nameIn(base), nameIn(head)])].filter(
          (name) => name !== undefined,
        ),
      }));
    });
  }

  /** Returns the different names of schemas that are used in the same place. */
  namePairs(): [base: string, head: string][] {
    return [...this.#compared.values()].flatMap(({ names: [base, head] }) =>
      base === undefined || head === undefined || base === head ? [] : [[base, head]],
    );
  }

  read(places: readonly SchemaPlace[], side: "base" | "head"): FlatSchema {
    return flatSchema(this.#targets[side], places);
  }

  isSame(base: readonly SchemaPlace[], head: readonly SchemaPlace[]): boolean {
    const pair = { base, head, label: "", isNullCompared: true };
    const equal = new Map<string, ComparedPair>();
    // Only the comparison of requests includes defaults.
    for (const [key, compared] of this.#comparedWithin(pair, "request", equal)) {
      if (compared.differences.length > 0) return false;
      equal.set(key, compared);
    }
    return true;
  }

  #compare(
    places: SchemaPair,
    direction: Direction,
  ): Pick<ComparedPair, "differences" | "names"> & Compared {
    const [base, head] = [this.read(places.base, "base"), this.read(places.head, "head")];
    const names = [referred(places.base, base), referred(places.head, head)] as const;
    const pair: FlatPair = { base, head, direction, label: names[1] ?? names[0] ?? places.label };
    const choices = compareAlternatives(pair, places, this);
    const nullAndDefault = compareNullAndDefault(pair, places.isNullCompared === true);
    if (choices.isWhole)
      return {
        differences: [...choices.differences, ...nullAndDefault],
        below: choices.below,
        names,
      };
    const bothChoose = base.unions.length > 0 && head.unions.length > 0;
    const hasValues = base.values !== undefined && head.values !== undefined;
    const type = bothChoose || hasValues ? undefined : compareTypes(pair);
    if (type?.code === "type-changed") return { differences: [type], below: [], names };
    const members = compareMembers(pair, this);
    const differences = [
      ...(type === undefined ? [] : [type]),
      ...compareValues(pair),
      ...nullAndDefault,
      ...choices.differences,
      ...members.differences,
      ...compareConditions(pair, this.#targets),
    ];
    return { differences, below: [...choices.below, ...members.below], names };
  }

  /** Maps each pair to the pairs that contain it. */
  #holders(): ReadonlyMap<string, readonly string[]> {
    const holders = new Map<string, string[]>();
    for (const [key, { below }] of this.#compared)
      for (const one of below) {
        const known = holders.get(one);
        if (known === undefined) holders.set(one, [key]);
        else known.push(key);
      }
    return holders;
  }

  /** The operations that use a pair, directly or through the pairs that contain it. */
  #users(start: string, holders: ReadonlyMap<string, readonly string[]>): OperationPair[] {
    const seen = new Set([start]);
    const users = new Set<OperationPair>();
    // The loop also visits the keys that it adds.
    for (const key of seen) {
      for (const user of this.#operations.get(key) ?? []) users.add(user);
      for (const holder of holders.get(key) ?? []) seen.add(holder);
    }
    return [...users];
  }
}

function keyOf({ base, head, isNullCompared = false }: SchemaPair, direction: Direction): string {
  const pointers = (places: readonly SchemaPlace[]): string =>
    places.map(({ json: schema, pointer }) => referenceAlone(schema) ?? pointer).join(" ");
  return [direction, isNullCompared, pointers(base), pointers(head)].join("\n");
}

/** The name of the schema that a place refers to. */
function referred(
  [place, ...more]: readonly SchemaPlace[],
  { name }: FlatSchema,
): string | undefined {
  return more.length === 0 && place !== undefined && referenceAlone(place.json) !== undefined
    ? name
    : undefined;
}

/** The name of the component schema that contains a pointer. */
function nameIn(pointer: string | undefined): string | undefined {
  const [components, schemas, name] = pointerParts(pointer ?? "");
  return components === "components" && schemas === "schemas" ? name : undefined;
}
