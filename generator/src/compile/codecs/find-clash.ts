import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  type Json,
} from "../../json.ts";
import { isConverted } from "../../model/conversions/mark-dates.ts";
import { referencedName } from "../../subschemas.ts";
import { areApart, type TypeBranches } from "./type-branches.ts";

/** Finds places at which two types of one value disagree whether a text is converted. */
export class ClashFinder {
  readonly #branches: TypeBranches;
  readonly #seen = new Set<string>();

  constructor(branches: TypeBranches) {
    this.#branches = branches;
  }

  /**
   * The place at which one type has a text and the other an instance of `Date`, as a JSON pointer; `undefined`
   * where there is none.
   *
   * @param isOne both types hold of every value; else each is a branch of a union
   */
  between(first: Json | undefined, second: Json | undefined, isOne: boolean): string | undefined {
    const key = `${isOne} ${JSON.stringify(first)} ${JSON.stringify(second)}`;
    if (this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const [own, other] = [this.#branches.of(first), this.#branches.of(second)];
    const texts = [own, other].map((branches) => this.#textOf(branches));
    if (texts[0] !== undefined && texts[1] !== undefined && texts[0] !== texts[1]) return "";
    for (const a of own) {
      for (const b of other) {
        const found = this.#inObjects(a, b, isOne) ?? this.#inLists(a, b, isOne);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** What texts become; `undefined` where there are none. */
  #textOf(branches: readonly Json[]): "date" | "text" | undefined {
    if (branches.some(isConverted)) return "date";
    const isText = (branch: Json): boolean =>
      isSaying(branch) && this.#branches.kinds(branch).includes("text");
    return branches.some(isText) ? "text" : undefined;
  }

  #inObjects(a: Json, b: Json, isOne: boolean): string | undefined {
    const isObjects = [a, b].every(
      (one) => isSaying(one) && this.#branches.kinds(one).includes("object"),
    );
    if (!isObjects) return undefined;
    const [own, other] = [this.#branches.members(a), this.#branches.members(b)];
    if (!isOne && areApart(own, other)) return undefined;
    for (const [name, { shapes }] of own) {
      const others = other.get(name)?.shapes ?? this.#unnamed(b, name);
      const found = this.#anyBetween(shapes, others, isOne);
      if (found !== undefined) return `/${name}${found}`;
    }
    for (const [name, { shapes }] of other) {
      const found = own.has(name)
        ? undefined
        : this.#anyBetween(this.#unnamed(a, name), shapes, isOne);
      if (found !== undefined) return `/${name}${found}`;
    }
    const found = this.#anyBetween(this.#unnamed(a, ""), this.#unnamed(b, ""), isOne);
    return found === undefined ? undefined : `/*${found}`;
  }

  #anyBetween(own: readonly Json[], others: readonly Json[], isOne: boolean): string | undefined {
    for (const first of own)
      for (const second of others) {
        const found = this.between(first, second, isOne);
        if (found !== undefined) return found;
      }
    return undefined;
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

  #inLists(a: Json, b: Json, isOne: boolean): string | undefined {
    const [own, other] = [itemsOf(a), itemsOf(b)];
    if (own === undefined || other === undefined) return undefined;
    const length = Math.max(own.prefix.length, other.prefix.length) + 1;
    for (let index = 0; index < length; index++) {
      const found = this.between(
        own.prefix[index] ?? own.rest,
        other.prefix[index] ?? other.rest,
        isOne,
      );
      if (found !== undefined) return `/${index}${found}`;
    }
    return undefined;
  }
}

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
