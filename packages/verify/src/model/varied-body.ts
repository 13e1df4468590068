import { isObject, setMember, type JsonObject } from "@openapi-packages/runtime/internals";

/** How to vary a body. */
export interface Variation {
  /** Different numbers give different bodies. */
  readonly number: number;
  /** True if a body conforms to the operation's schema. */
  readonly isValid: (body: unknown) => boolean;
  /** Members that are not varied: references, and those that the server sets. */
  readonly fixed: ReadonlySet<string>;
  /** The member with a key chosen by the client, which must be unique. */
  readonly key: string | undefined;
  /** Members whose texts must be unique. */
  readonly unique?: readonly string[];
  /** True to vary whole numbers as well. */
  readonly numbers?: boolean;
}

/**
 * Returns a body with other values for its free members: a number is appended to plain texts, and keys are new.
 * Values that may be subject to rules outside of the schema are kept: codes, dates, addresses, numbers,
 * choices.
 */
export function variedBody(body: unknown, variation: Variation): unknown {
  if (!isObject(body)) return body;
  let varied: JsonObject = { ...body };
  for (const [name, value] of Object.entries(body)) {
    if (variation.fixed.has(name)) continue;
    const candidates =
      name === variation.key
        ? keysLike(name, value, variation)
        : typeof value === "number" && variation.numbers === true
          ? [value + 1 + (variation.number % 3), value - 1]
          : textsLike(name, value, variation);
    for (const candidate of candidates) {
      const next = { ...varied };
      setMember(next, name, candidate);
      if (!variation.isValid(next)) continue;
      varied = next;
      break;
    }
  }
  return varied;
}

/** Returns the members of a body whose texts {@link variedBody} changes. */
export function variableMembers(body: unknown, variation: Variation): string[] {
  const varied = variedBody(body, { ...variation, key: undefined });
  if (!isObject(body) || !isObject(varied)) return [];
  return Object.keys(body).filter((name) => body[name] !== varied[name]);
}

function keysLike(name: string, value: unknown, { number }: Variation): unknown[] {
  if (typeof value !== "number") return [...textsLike(name, value, { number }), `key-${number}`];
  // Small numbers are more likely to be keys of existing records.
  return [1_000_003 + number * 17, 1000 + number, number];
}

const isAddress = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const isPlain = /^\p{L}[\p{L}\p{N} ,.'’!?()_-]*$/u;

const isFreeText = /name|title|description|label|text|summary|comment|note|subject/i;

function textsLike(
  name: string,
  value: unknown,
  { number, unique = [] }: Pick<Variation, "number" | "unique">,
): string[] {
  if (typeof value !== "string") return [];
  if (isAddress.test(value)) return [value.replace("@", `${number}@`)];
  const isFree = isFreeText.test(name) || unique.includes(name) || /\s\S+\s/.test(value);
  if (!isFree || !isPlain.test(value.trim())) return [];
  const start = value.slice(0, Math.max(1, value.length - String(number).length - 1));
  return [`${value} ${number}`, `${value}-${number}`, `${value}${number}`, `${start}${number}`];
}
