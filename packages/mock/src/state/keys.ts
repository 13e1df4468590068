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
    return typeof example === "number" ? [Number(like), store.largest + 1] : [like, uuid()];
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

  #unused(store: ResourceStore, make: (random: Random) => string): string {
    const randomOf = this.#randoms.get(store.name) ?? randomBehind(this.#seed, "key", store.name);
    this.#randoms.set(store.name, randomOf);
    for (let attempt = 0; ; attempt += 1) {
      const random = randomOf(this.made);
      this.made += 1;
      const text = make(random);
      const key = attempt < attempts ? text : `${text}${random.below(1e9)}`;
      if (!store.has(key) && !store.deleted.has(key)) return key;
    }
  }
}

/** Returns another text of the same format: the part before the last separator stays, as in `cus_x8Dq`. */
export function keyLike(sample: string, random: Random, least = 8): string {
  const end = Math.max(...["_", "-", ".", ":", "/"].map((one) => sample.lastIndexOf(one))) + 1;
  const rest = sample.slice(end) || "a1b2c3d4";
  const isHex = rest.length >= 16 && /^[\da-f]+$/.test(rest);
  let text = sample.slice(0, end);
  for (let index = 0; index < Math.max(rest.length, least); index += 1)
    text += otherCharacter(rest.charAt(index % rest.length), isHex, random);
  return text;
}

const lower = "abcdefghijklmnopqrstuvwxyz";

/** Returns another character of the same kind. Characters other than letters and digits stay. */
function otherCharacter(character: string, isHex: boolean, random: Random): string {
  if (isHex) return random.below(16).toString(16);
  if (/\d/.test(character)) return String(random.below(10));
  if (/[a-z]/.test(character)) return lower.charAt(random.below(26));
  if (/[A-Z]/.test(character)) return lower.charAt(random.below(26)).toUpperCase();
  return /[^\x20-\x7e]/.test(character) ? lower.charAt(random.below(26)) : character;
}
