import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  toPointer,
  type Json,
} from "../../json.ts";
import { isConverted, markOf } from "../../model/conversions/mark-dates.ts";
import { referencedName } from "../../subschemas.ts";
import { areApart, type TypeBranches } from "./type-branches.ts";

/** A place at which two types of one value disagree whether a text is converted. */
export interface Clash {
  /** The place in the value, as a JSON pointer. */
  readonly at: string;
  /** The marks of what is converted there by one of the types. */
  readonly marks: readonly number[];
}

/** Finds places at which two types of one value disagree whether a text is converted. */
export class ClashFinder {
  readonly #branches: TypeBranches;
  readonly #seen = new Set<string>();

  constructor(branches: TypeBranches) {
    this.#branches = branches;
  }

  /**
   * The places at which one type has a text and the other an instance of `Date`.
   *
   * @param isOne both types hold of every value; else each is a branch of a union
   */
  between(first: Json | undefined, second: Json | undefined, isOne: boolean): Clash[] {
    const key = `${isOne} ${JSON.stringify(first)} ${JSON.stringify(second)}`;
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    const [own, other] = [this.#branches.of(first), this.#branches.of(second)];
    const texts = [own, other].map((branches) => this.#textOf(branches));
    const isClash = texts[0] !== undefined && texts[1] !== undefined && texts[0] !== texts[1];
    const marks = [...own, ...other].filter(isConverted).map(markOf);
    return [
      ...(isClash ? [{ at: "", marks }] : []),
      ...own.flatMap((a) =>
        other.flatMap((b) => [...this.#inObjects(a, b, isOne), ...this.#inLists(a, b, isOne)]),
      ),
    ];
  }

  /** What texts become; `undefined` where there are none. */
  #textOf(branches: readonly Json[]): "date" | "text" | undefined {
    if (branches.some(isConverted)) return "date";
    const isText = (branch: Json): boolean =>
      isSaying(branch) && this.#branches.kinds(branch).includes("text");
    return branches.some(isText) ? "text" : undefined;
  }

  #inObjects(a: Json, b: Json, isOne: boolean): Clash[] {
    const isObjects = [a, b].every(
      (one) => isSaying(one) && this.#branches.kinds(one).includes("object"),
    );
    if (!isObjects) return [];
    const [own, other] = [this.#branches.members(a), this.#branches.members(b)];
    if (!isOne && areApart(own, other)) return [];
    const named = [...new Set([...own.keys(), ...other.keys()])].flatMap((name) => {
      const shapes = own.get(name)?.shapes ?? this.#unnamed(a, name);
      const others = other.get(name)?.shapes ?? this.#unnamed(b, name);
      return below(toPointer([name]), this.#anyBetween(shapes, others, isOne));
    });
    const unnamed = this.#anyBetween(this.#unnamed(a, ""), this.#unnamed(b, ""), isOne);
    return [...named, ...below("/*", unnamed)];
  }

  #anyBetween(own: readonly Json[], others: readonly Json[], isOne: boolean): Clash[] {
    return own.flatMap((first) => others.flatMap((second) => this.between(first, second, isOne)));
  }

  /** The types of a member that an object does not name. */
  #unnamed(shape: Json, name: string): Json[] {
    const target = referencedName(shape);
    if (target !== undefined) return this.#unnamed(this.#branches.named(target), name);
    if (!isObject(shape)) return [];
    if (objectMember(objectMember(shape, "properties"), name) !== undefined) return [];
    const own = arrayMember(shape, "index").flatMap((entry) => {
      const isMeant = name === "" || name.startsWith(stringMember(entry, "prefix") ?? "");
      return isMeant ? [member(entry, "others") ?? member(entry, "schema") ?? true] : [];
    });
    const inner = shape["type"] === "with-required" ? [shape["schema"] as Json] : [];
    const parts = [...arrayMember(shape, "allOf"), ...inner];
    return [...own, ...parts.flatMap((part) => this.#unnamed(part, name))];
  }

  #inLists(a: Json, b: Json, isOne: boolean): Clash[] {
    const [own, other] = [itemsOf(a), itemsOf(b)];
    if (own === undefined || other === undefined) return [];
    const length = Math.max(own.prefix.length, other.prefix.length) + 1;
    return Array.from({ length }).flatMap((_, index) => {
      const [first, second] = [own, other].map(({ prefix, rest }) => prefix[index] ?? rest);
      return below(`/${index}`, this.between(first, second, isOne));
    });
  }
}

const below = (start: string, clashes: readonly Clash[]): Clash[] =>
  clashes.map(({ at, marks }) => ({ at: start + at, marks }));

const isSaying = (shape: Json): boolean => isObject(shape) && Object.keys(shape).length > 0;

interface Items {
  readonly prefix: readonly Json[];
  readonly rest: Json | undefined;
}

function itemsOf(shape: Json): Items | undefined {
  if (member(shape, "type") === "list") return { prefix: [], rest: member(shape, "items") };
  if (member(shape, "type") !== "tuple") return undefined;
  return { prefix: arrayMember(shape, "prefix"), rest: member(shape, "rest") };
}
