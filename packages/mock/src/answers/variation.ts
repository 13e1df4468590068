import { escapePointerToken } from "@openapi-packages/runtime/internals";
import { isObject, setMember } from "@openapi-packages/runtime/internals";
import { randomFrom } from "../random.ts";
import { mostItems, otherLength, withCounts } from "./list-lengths.ts";
import { kindOf, otherNumber, shiftedDate, shiftedTimestamp } from "./value-kinds.ts";

/** A place in a value that gets another value. */
export interface Place {
  readonly pointer: string;
  readonly old: unknown;
  set(value: unknown): void;
  /** Returns another value of the same kind for each attempt. */
  make(attempt: number): unknown;
}

/** A copy of a value in which places can be changed, in groups that must change together. */
export interface Variation {
  /** The value as the member `value`, so that the value itself is a place too. */
  readonly root: { value: unknown };
  readonly groups: ReadonlyMap<string, readonly Place[]>;
  /** The lists whose length has changed: the pointer in the copy → the pointer in the original. */
  readonly lists: ReadonlyMap<string, string>;
}

/** An item of a list that contains the current value. */
interface Item {
  readonly pointer: string;
  /** The number of the copy; 0 for the original. */
  readonly copy: number;
  /** The number of times that each identifier occurs in it. Default: the item is a text. */
  readonly inside?: ReadonlyMap<string, number>;
}

/** The current place of the traversal. */
interface At {
  readonly pointer: string;
  /** Its pointer in the original value. */
  readonly original: string;
  readonly name: string;
  /** The maximum length of a list here. */
  readonly most: number;
  readonly items: readonly Item[];
}

/** The most values in a variation. Lists do not grow beyond it. */
const mostValues = 2000;

/** Members that must not change, or paging would break. */
const fixed =
  /^(?:page|per_?page|limit|skip|take|total|count|truncated|next|prev|version)|(?:page|offset|count|cursor|total|page_?token)$|^(?:has|is)_?(?:more|next|prev|last)/i;

/** Members whose single-word values are names of kinds, which code depends on. */
const kinds =
  /(?:type|kind|status|state|role|object|origin|source|mode|format|model|currency|locale|language|country|region|unit|method|operation|event|action|level|visibility|scope|encoding)s?$/i;

/** Plans how a value varies. The seed determines everything. */
export class VariationPlan {
  readonly #seed: number;
  readonly #groups = new Map<string, Place[]>();
  readonly #lists = new Map<string, string>();
  readonly #identifiers: ReadonlyMap<string, number>;
  readonly #fixedLists: ReadonlySet<string>;
  readonly #days: number;
  #start = "";
  #values = 0;

  /**
   * @param context the whole that the values are part of, in which equal identifiers refer to the same thing.
   * @param fixedLists lists that keep their length, by their pointers in the value.
   */
  constructor(seed: number, context: unknown, fixedLists: ReadonlySet<string>) {
    this.#seed = seed;
    this.#identifiers = countIdentifiers(context);
    this.#fixedLists = fixedLists;
    const days = randomFrom(seed, "days").below(360) - 180;
    this.#days = days < 0 ? days : days + 1;
  }

  /** @param pointer the place of the value in the context. */
  plan(value: unknown, pointer = ""): Variation {
    this.#start = pointer;
    const root: { value: unknown } = { value: undefined };
    const at = { pointer: "", original: pointer, name: "", most: Infinity, items: [] };
    root.value = this.#walk(value, at, (made) => (root.value = made));
    return { root, groups: this.#groups, lists: this.#lists };
  }

  /** Replaces the identifiers in a text in the same way as everywhere else. */
  withIdentifiers(text: string, items: readonly Item[] = []): string {
    let replaced = text;
    for (const identifier of this.#identifiers.keys()) {
      if (identifier.length < shortestEmbedded || !text.includes(identifier)) continue;
      replaced = replaced.replaceAll(identifier, () => this.#otherText(identifier, items, 0));
    }
    return replaced;
  }

  #walk(value: unknown, at: At, set: Place["set"]): unknown {
    this.#values += 1;
    if (Array.isArray(value)) return this.#walkList(value, at);
    if (isObject(value)) return this.#walkObject(value, at);
    const make = this.#maker(value, at);
    if (make !== undefined) {
      const group = this.#groupOf(value, at);
      const places = this.#groups.get(group) ?? [];
      places.push({ pointer: at.pointer, old: value, set, make });
      this.#groups.set(group, places);
    }
    return value;
  }

  #walkObject(value: object, at: At): object {
    const made = {};
    const most = mostItems(value);
    for (const [name, member] of Object.entries(value)) {
      const token = `/${escapePointerToken(name)}`;
      const place = {
        ...at,
        name,
        most,
        pointer: at.pointer + token,
        original: at.original + token,
      };
      const set = (other: unknown): void => setMember(made, name, other);
      set(this.#walk(member, place, set));
    }
    return withCounts(value, made);
  }

  #walkList(list: readonly unknown[], at: At): unknown[] {
    const made: unknown[] = [];
    const isLengthFixed = this.#fixedLists.has(at.original) || this.#values > mostValues;
    const random = randomFrom(this.#seed, "length", this.#start, at.pointer);
    const length = isLengthFixed ? list.length : otherLength(list, at.most, random);
    if (length !== list.length) this.#lists.set(at.pointer, at.original);
    for (let index = 0; index < length; index += 1) {
      const from = index % list.length;
      const pointer = `${at.pointer}/${index}`;
      const copy = Math.floor(index / list.length);
      const isText = typeof list[from] === "string";
      const item = { pointer, copy, ...(isText ? {} : { inside: countIdentifiers(list[from]) }) };
      const place = {
        ...at,
        pointer,
        original: `${at.original}/${from}`,
        items: [...at.items, item],
      };
      const set = (other: unknown): void => void (made[index] = other);
      set(this.#walk(list[from], place, set));
    }
    return made;
  }

  /**
   * Returns the group of a value. All dates move together, which keeps their order, and equal identifiers stay
   * equal.
   */
  #groupOf(value: unknown, { pointer, name, items }: At): string {
    if (typeof value === "string") {
      if (shiftedDate(value, 0) !== undefined) return "dates";
      return `text ${this.#keyOf(value, items)}`;
    }
    if (typeof value !== "number") return pointer;
    if (shiftedTimestamp(name, value, 0) !== undefined) return "dates";
    return isKeyName(name) ? `number ${this.#keyOf(String(value), items)}` : pointer;
  }

  /** Returns the function that creates another value of the same kind; `undefined` if the value stays. */
  #maker(value: unknown, at: At): Place["make"] | undefined {
    const { name, pointer, items } = at;
    const random = (attempt: number) => randomFrom(this.#seed, this.#start, pointer, attempt);
    const days = this.#days + items.reduce((sum, { copy }) => sum + copy, 0);
    if (typeof value === "string") return this.#textMaker(value, at, days);
    if (fixed.test(name)) return undefined;
    if (typeof value === "boolean") return (attempt) => random(attempt).next() < 0.5;
    if (typeof value !== "number") return undefined;
    const shifted = shiftedTimestamp(name, value, days);
    if (shifted !== undefined) return () => shifted;
    if (!isKeyName(name)) return (attempt) => otherNumber(value, random(attempt));
    const key = this.#keyOf(String(value), items);
    return (attempt) => 1 + randomFrom(this.#seed, "number", key, attempt).below(mostKeys);
  }

  #textMaker(text: string, { name, items }: At, days: number): Place["make"] | undefined {
    const date = shiftedDate(text, days);
    if (date !== undefined) return () => date;
    const kind = kindOf(text);
    if (kind?.isIdentifier !== true) {
      const replaced = this.withIdentifiers(text, items);
      if (replaced !== text) return () => replaced;
      const isName = kinds.test(name) && !/\s/.test(text);
      if (kind === undefined || isName || fixed.test(name)) return undefined;
    }
    return (attempt) => this.#otherText(text, items, attempt);
  }

  #otherText(text: string, items: readonly Item[], attempt: number): string {
    const random = randomFrom(this.#seed, "text", this.#keyOf(text, items), attempt);
    return kindOf(text)?.other(text, random) ?? text;
  }

  /**
   * Returns the key of a text by which equal texts in different copies of an item differ. An identifier that
   * also occurs outside of the copies refers to something else than the copy, and stays the same in all of
   * them. The texts of a list are all different.
   */
  #keyOf(text: string, items: readonly Item[]): string {
    const all = this.#identifiers.get(text);
    const copies = items.filter(
      ({ copy, inside }) =>
        copy > 0 && (all === undefined || inside === undefined || inside.get(text) === all),
    );
    return [text, ...copies.map(({ pointer }) => pointer)].join("\0");
  }
}

/** The range of numeric keys, large enough to make collisions rare. */
const mostKeys = 1e6;

/** Shorter identifiers may occur in any text by chance. */
const shortestEmbedded = 8;

const isKeyName = (name: string): boolean => /(?:^|_)id$|[a-z]Id$/.test(name);

function countIdentifiers(
  value: unknown,
  counts: Map<string, number> = new Map(),
  name = "",
): ReadonlyMap<string, number> {
  if (typeof value === "object" && value !== null) {
    for (const [inner, member] of Object.entries(value)) countIdentifiers(member, counts, inner);
    return counts;
  }
  const isIdentifier =
    typeof value === "string"
      ? kindOf(value)?.isIdentifier === true
      : typeof value === "number" && isKeyName(name);
  if (isIdentifier) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return counts;
}
