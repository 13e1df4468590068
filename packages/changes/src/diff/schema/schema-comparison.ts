import { annotationKeywords } from "@openapi-packages/description/json/annotation-keywords";
import {
  canonicalText,
  isObject,
  pointerParts,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import type { Direction } from "../change-kinds.ts";
import type { FoundChange, OperationPair } from "../change-types.ts";
import { compareAlternatives, type AlternativeReader } from "./compare-alternatives.ts";
import { compareMembers } from "./compare-members.ts";
import { compareTypes } from "./compare-types.ts";
import { compareValues } from "./compare-values.ts";
import type { FlatSchema } from "./flat-schema.ts";
import { Flattener } from "./flatten.ts";
import type { Compared, FlatPair, SchemaDifference, SchemaPair } from "./schema-difference.ts";

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
export class SchemaComparison implements AlternativeReader {
  readonly #documents: { readonly base: JsonObject; readonly head: JsonObject };
  readonly #flatteners: { readonly base: Flattener; readonly head: Flattener };
  readonly #compared = new Map<string, ComparedPair>();
  readonly #operations = new Map<string, Set<OperationPair>>();

  constructor(base: JsonObject, head: JsonObject) {
    this.#documents = { base, head };
    this.#flatteners = { base: new Flattener(base), head: new Flattener(head) };
  }

  /** Compares two schemas that an operation uses, and all schemas inside them. */
  add({ pair, direction, operation }: SchemaRoot): void {
    const key = keyOf(pair, direction);
    const users = this.#operations.get(key);
    if (users === undefined) this.#operations.set(key, new Set([operation]));
    else users.add(operation);
    const queue = [pair];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const nextKey = keyOf(next, direction);
      if (this.#compared.has(nextKey)) continue;
      const { below, ...compared } = this.#compare(next, direction);
      const keys = below.map((one) => keyOf(one, direction));
      this.#compared.set(nextKey, { ...compared, direction, below: keys });
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
    return this.#flatteners[side].flatten(places);
  }

  isSame(base: readonly SchemaPlace[], head: readonly SchemaPlace[]): boolean {
    const alone = new SchemaComparison(this.#documents.base, this.#documents.head);
    const pair = { base, head, label: "", isNullTold: true };
    const none: OperationPair = { base: undefined, head: undefined };
    // Only the comparison of requests includes defaults.
    alone.add({ pair, direction: "request", operation: none });
    return alone.#isWithoutDifference();
  }

  #isWithoutDifference(): boolean {
    return [...this.#compared.values()].every(({ differences }) => differences.length === 0);
  }

  #compare(
    places: SchemaPair,
    direction: Direction,
  ): Pick<ComparedPair, "differences" | "names"> & Compared {
    const [base, head] = [this.read(places.base, "base"), this.read(places.head, "head")];
    const names = [referred(places.base, base), referred(places.head, head)] as const;
    const pair: FlatPair = { base, head, direction, label: names[1] ?? names[0] ?? places.label };
    const choices = compareAlternatives(pair, places, this);
    const isNullTold = places.isNullTold === true;
    if (choices.isWhole) {
      const alone = { ...pair, base: onlyNull(base), head: onlyNull(head) };
      const differences = [...choices.differences, ...compareValues(alone, isNullTold)];
      return { differences, below: choices.below, names };
    }
    const values = compareValues(pair, isNullTold);
    const bothChoose = base.unions.length > 0 && head.unions.length > 0;
    const hasValues = base.values !== undefined && head.values !== undefined;
    const type = bothChoose || hasValues ? undefined : compareTypes(pair);
    if (type?.code === "type-changed") return { differences: [type], below: [], names };
    const isOpen = (one: readonly SchemaPlace[], side: "base" | "head"): boolean =>
      one.every(({ schema }) => this.#plainText(schema, side) === "{}" || schema === true);
    const members = compareMembers(pair, isOpen);
    const differences = [
      ...(type === undefined ? [] : [type]),
      ...values,
      ...choices.differences,
      ...members.differences,
      ...this.#compareConditions(pair),
    ];
    return { differences, below: [...choices.below, ...members.below], names };
  }

  #compareConditions({ base, head, label }: FlatPair): SchemaDifference[] {
    const keywords = new Set([...base.conditions.keys(), ...head.conditions.keys()]);
    return [...keywords].flatMap((keyword) => {
      const textOf = (flat: FlatSchema, side: "base" | "head"): string =>
        (flat.conditions.get(keyword) ?? [])
          .map(({ schema }) => this.#plainText(schema, side))
          .toSorted()
          .join();
      if (textOf(base, "base") === textOf(head, "head")) return [];
      return [
        {
          code: "condition-changed" as const,
          message: `${label} has another ${keyword}`,
          base: base.pointer,
          head: head.pointer,
        },
      ];
    });
  }

  /** A text that is equal for schemas with equal keywords, after their references are resolved. */
  #plainText(schema: Json, side: "base" | "head"): string {
    return canonicalText(plain(this.#documents[side], schema, new Set()));
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

function keyOf({ base, head, isNullTold = false }: SchemaPair, direction: Direction): string {
  const pointers = (places: readonly SchemaPlace[]): string =>
    places.map(({ schema, pointer }) => referenceOf(schema) ?? pointer).join(" ");
  return [direction, isNullTold, pointers(base), pointers(head)].join("\n");
}

/** The reference of a schema that has no other keywords but annotations. */
function referenceOf(schema: Json): string | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref: reference, ...rest } = schema;
  const isAlone = Object.keys(rest).every(
    (key) => annotationKeywords.has(key) && key !== "deprecated" && key !== "default",
  );
  return typeof reference === "string" && isAlone ? reference : undefined;
}

/** The name of the schema that a place refers to. */
function referred(
  [place, ...more]: readonly SchemaPlace[],
  { names }: FlatSchema,
): string | undefined {
  return more.length === 0 && place !== undefined && referenceOf(place.schema) !== undefined
    ? names[0]
    : undefined;
}

/** The name of the component schema that contains a pointer. */
function nameIn(pointer: string | undefined): string | undefined {
  const [components, schemas, name] = pointerParts(pointer ?? "");
  return components === "components" && schemas === "schemas" ? name : undefined;
}

/** Removes what {@link compareValues} compares beside `null`, defaults and deprecation. */
function onlyNull(flat: FlatSchema): FlatSchema {
  return {
    ...flat,
    values: undefined,
    bounds: new Map(),
    patterns: new Set(),
    formats: new Set(),
    multiples: new Set(),
    isUnique: false,
  };
}

/** Keywords whose members are schemas by name, so that their keys are not keywords. */
const mapKeywords = ["properties", "patternProperties", "dependentSchemas"];

function plain(document: JsonObject, schema: Json, above: ReadonlySet<string>): Json {
  if (Array.isArray(schema))
    return (schema as readonly Json[]).map((one) => plain(document, one, above));
  if (!isObject(schema)) return schema;
  const reference = schema["$ref"];
  const own: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" || annotationKeywords.has(key) || key.startsWith("x-")) continue;
    own[key] =
      mapKeywords.includes(key) && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, one]) => [name, plain(document, one, above)]),
          )
        : plain(document, value, above);
  }
  if (typeof reference !== "string") return own;
  const pointer = decodeURIComponent(reference.slice(1));
  const target = above.has(reference) ? reference : (valueAt(document, pointer) ?? null);
  const resolved = plain(document, target, new Set([...above, reference]));
  return Object.keys(own).length === 0 ? resolved : { ...own, allOf: [resolved] };
}
