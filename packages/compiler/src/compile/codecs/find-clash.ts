import { toPointer } from "@openapi-packages/description/json/json";
import {
  isBigInt,
  schemaKey,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";
import { areApart } from "@openapi-packages/description/model/unions/traits";
import type { TypeBranches } from "./type-branches.ts";

/** A type that JSON lacks, to which values are converted. */
export type Converted = "date" | "bigint";

/** A place where two schemas of the same value disagree whether it is converted. */
export interface Clash {
  readonly what: Converted;
  /** The JSON pointer of the place in the value. */
  readonly at: string;
  /** The places of the schemas that are converted (see {@link DateSchema}). */
  readonly places: readonly string[];
}

/** Finds the places where two schemas of the same value disagree whether it is converted. */
export class ClashFinder {
  readonly #branches: TypeBranches;
  readonly #seen = new Set<string>();

  constructor(branches: TypeBranches) {
    this.#branches = branches;
  }

  /**
   * Returns the places where one schema has a text and the other a `Date`, or one a number and the other a
   * `bigint`.
   *
   * @param isOne true if every value conforms to both schemas; false if they are branches of a
   * union
   */
  between(first: Schema, second: Schema, isOne: boolean): Clash[] {
    const key = `${isOne} ${schemaKey(first)} ${schemaKey(second)}`;
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    const [own, other] = [this.#branches.of(first), this.#branches.of(second)];
    const clashes = conversions.flatMap(({ what, json, placeOf }) => {
      const [mine, theirs] = [own, other].map((branches) => {
        if (branches.some((one) => placeOf(one) !== undefined)) return what;
        return branches.some((one) => this.#mayBe(one, json)) ? json : undefined;
      });
      const isClash = mine !== undefined && theirs !== undefined && mine !== theirs;
      const places = [...own, ...other].flatMap((one) => placeOf(one) ?? []);
      return isClash ? [{ what, at: "", places }] : [];
    });
    return [
      ...clashes,
      ...own.flatMap((a) =>
        other.flatMap((b) => [...this.#inObjects(a, b, isOne), ...this.#inLists(a, b, isOne)]),
      ),
    ];
  }

  /** True if a schema explicitly allows values of a kind. */
  #mayBe(schema: Schema, kind: "text" | "number" | "object"): boolean {
    return schema.kind !== "unknown" && this.#branches.kinds(schema).includes(kind);
  }

  #inObjects(a: Schema, b: Schema, isOne: boolean): Clash[] {
    if (![a, b].every((one) => this.#mayBe(one, "object"))) return [];
    const { traits } = this.#branches;
    if (!isOne && areApart(traits.of(a), traits.of(b))) return [];
    const [own, other] = [this.#branches.members(a), this.#branches.members(b)];
    const named = [...new Set([...own.keys(), ...other.keys()])].flatMap((name) => {
      const first = own.get(name)?.schemas ?? this.#branches.undeclared(a, name);
      const second = other.get(name)?.schemas ?? this.#branches.undeclared(b, name);
      return below(toPointer([name]), this.#anyBetween(first, second, isOne));
    });
    const undeclared = this.#anyBetween(
      this.#branches.undeclared(a),
      this.#branches.undeclared(b),
      isOne,
    );
    return [...named, ...below("/*", undeclared)];
  }

  #anyBetween(own: readonly Schema[], others: readonly Schema[], isOne: boolean): Clash[] {
    return own.flatMap((first) => others.flatMap((second) => this.between(first, second, isOne)));
  }

  #inLists(a: Schema, b: Schema, isOne: boolean): Clash[] {
    const [own, other] = [itemsOf(a), itemsOf(b)];
    if (own === undefined || other === undefined) return [];
    const length = Math.max(own.prefixItems.length, other.prefixItems.length) + 1;
    return Array.from({ length }).flatMap((_, index) => {
      const [first, second] = [own, other].map(
        ({ prefixItems, items }) => prefixItems[index] ?? items,
      );
      return first === undefined || second === undefined
        ? []
        : below(`/${index}`, this.between(first, second, isOne));
    });
  }
}

const below = (start: string, clashes: readonly Clash[]): Clash[] =>
  clashes.map((clash) => ({ ...clash, at: start + clash.at }));

/** What is converted: the kind of JSON that it is, and the place of a schema that is converted to it. */
const conversions: readonly {
  readonly what: Converted;
  readonly json: "text" | "number";
  readonly placeOf: (schema: Schema) => string | undefined;
}[] = [
  {
    what: "date",
    json: "text",
    placeOf: (schema) => (schema.kind === "date" ? schema.place : undefined),
  },
  {
    what: "bigint",
    json: "number",
    placeOf: (schema) => (isBigInt(schema) ? schema.bigIntAt : undefined),
  },
];

interface Items {
  readonly prefixItems: readonly Schema[];
  readonly items: Schema | undefined;
}

function itemsOf(schema: Schema): Items | undefined {
  if (schema.kind === "array") return { prefixItems: [], items: schema.items };
  return schema.kind === "tuple" ? schema : undefined;
}
