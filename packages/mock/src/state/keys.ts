import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { randomBehind, randomFrom } from "../random.ts";
import type { Random } from "../random.ts";
import { textOf, typedLike } from "./record.ts";
import type { ResourceStore } from "./store.ts";

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The most attempts to find an unused key. After that digits are appended. */
const attempts = 20;

/** Generates the keys of new records, from the seed and the number of keys generated before. */
export class KeyMaker {
  /** The number of generated keys. */
  made = 0;
  readonly #seed: string | number;
  readonly #randoms = new Map<string, (made: number) => Random>();

  constructor(seed: string | number) {
    this.#seed = seed;
  }

  /**
   * Returns unused keys for a new record, the preferred one first, because the schema may reject some of them.
   *
   * @param pattern a record of the resource, which shows the format of keys.
   */
  keysFor(store: ResourceStore, pattern: JsonObject): readonly (string | number)[] {
    const { key, keyType } = store.descriptor;
    const example = key === undefined ? undefined : getMember(pattern, key);
    if (keyType === "integer") {
      this.made += 1;
      const text = String(store.largest + 1);
      return [key === undefined || example === undefined ? text : typedLike(text, example)];
    }
    const uuid = (): string => this.#unused(store, (random) => random.uuid());
    if (keyType === "uuid") return [uuid()];
    const sample = example === undefined || example === null ? "" : textOf(example);
    if (uuidForm.test(sample)) return [uuid()];
    const like = this.#unused(store, (random) => keyLike(sample, random));
    if (typeof example === "number") return [Number(like), store.largest + 1];
    return [like, uuid(), ...this.#ofSameForm(store, sample)];
  }

  /**
   * Returns a key in the format of an example, for something that the description does not define as a
   * resource.
   */
  newLike(name: string, example: unknown): string {
    this.made += 1;
    const random = randomFrom(this.#seed, "key", name, this.made);
    const sample = typeof example === "string" ? example : "";
    return sample === "" || uuidForm.test(sample) ? random.uuid() : keyLike(sample, random);
  }

  /** Returns the random source for values that belong to the current key, such as secrets. */
  randomFor(...names: readonly (string | number)[]): Random {
    return randomFrom(this.#seed, "secret", this.made, ...names);
  }

  /** Returns an unused key with the length and the letters of an example, for schemas that allow few others. */
  #ofSameForm(store: ResourceStore, sample: string): readonly string[] {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const random = randomFrom(this.#seed, "form", store.name, this.made, attempt);
      const key = textLike(sample, random, { least: 0, hasOwnLetters: true });
      if (key !== sample && isUnused(store, key)) return [key];
    }
    return [];
  }

  #unused(store: ResourceStore, make: (random: Random) => string): string {
    const randomOf = this.#randoms.get(store.name) ?? randomBehind(this.#seed, "key", store.name);
    this.#randoms.set(store.name, randomOf);
    for (let attempt = 0; ; attempt += 1) {
      const random = randomOf(this.made);
      this.made += 1;
      const text = make(random);
      const key = attempt < attempts ? text : `${text}${random.below(1e9)}`;
      if (isUnused(store, key)) return key;
    }
  }
}

const isUnused = (store: ResourceStore, key: string): boolean =>
  !store.has(key) && !store.deleted.has(key);

/** Returns another text of the same format: the part before the last separator stays, as in `cus_x8Dq`. */
export const keyLike = (sample: string, random: Random, least = 8): string =>
  textLike(sample, random, { least, hasOwnLetters: false });

/** What another text has in common with an example. */
interface TextForm {
  /** The shortest length of what follows the last separator. */
  readonly least: number;
  /** True if it has only letters of the example. Otherwise `a` to `f` if the example has no others, else any. */
  readonly hasOwnLetters: boolean;
}

function textLike(sample: string, random: Random, { least, hasOwnLetters }: TextForm): string {
  const end = Math.max(...["_", "-", ".", ":", "/"].map((one) => sample.lastIndexOf(one))) + 1;
  const rest = sample.slice(end) || "a1b2c3d4";
  const isHex = rest.length >= 16 && /^[\da-f]+$/.test(rest);
  const own = hasOwnLetters ? rest.toLowerCase().replaceAll(/[^a-z]/g, "") : undefined;
  const letters = own ?? (/^[\da-f]+$/i.test(rest) ? alphabet.slice(0, 6) : alphabet);
  let text = sample.slice(0, end);
  for (let index = 0; index < Math.max(rest.length, least); index += 1)
    text += otherCharacter(rest.charAt(index % rest.length), isHex ? undefined : letters, random);
  return text;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz";

/**
 * Returns another character of the same kind. Characters other than letters and digits stay.
 *
 * @param letters those that replace letters; `undefined` for any hexadecimal digit.
 */
function otherCharacter(character: string, letters: string | undefined, random: Random): string {
  if (letters === undefined) return random.below(16).toString(16);
  const letter = (): string => letters.charAt(random.below(letters.length)) || character;
  if (/\d/.test(character)) return String(random.below(10));
  if (/[a-z]/.test(character)) return letter();
  if (/[A-Z]/.test(character)) return letter().toUpperCase();
  return /[^\x20-\x7e]/.test(character) ? letter() : character;
}
