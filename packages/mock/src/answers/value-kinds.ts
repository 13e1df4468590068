import { isDate, isDateTime } from "@openapi-packages/runtime/internals";
import { isEmail, isIpv4, isIpv6, isUri } from "@openapi-packages/runtime/internals";
import type { Random } from "../random.ts";
import { otherWords } from "./words.ts";

/** Returns another text of the same kind. */
export type OtherText = (text: string, random: Random) => string;

/** A kind of text: how to recognize it, and how to create another one. */
interface TextKind {
  readonly isOne: (text: string) => boolean;
  readonly other: OtherText;
}

const hex = "0123456789abcdef";
const digits = "0123456789";
const lower = "abcdefghijklmnopqrstuvwxyz";

/** Returns another character of the same class. Characters other than letters and digits stay. */
function likeCharacter(character: string, random: Random, letters: string): string {
  if (digits.includes(character)) return random.pick([...digits]) ?? character;
  if (lower.includes(character)) return random.pick([...letters]) ?? character;
  if (lower.includes(character.toLowerCase()))
    return (random.pick([...letters]) ?? character).toUpperCase();
  return character;
}

const likeText = (text: string, random: Random, letters = lower): string =>
  Array.from(text, (character) => likeCharacter(character, random, letters)).join("");

/** Returns another UUID of the same version, because a description may require one (RFC 9562, section 4). */
function otherUuid(text: string, random: Random): string {
  const made = random.uuid();
  const uuid = made.slice(0, 14) + text.charAt(14) + made.slice(15);
  return text === text.toUpperCase() ? uuid.toUpperCase() : uuid;
}

function otherHex(text: string, random: Random): string {
  const made = Array.from(text, () => random.pick([...hex])).join("");
  return /[A-F]/.test(text) ? made.toUpperCase() : made;
}

function otherBase64(text: string, random: Random): string {
  const padding = /=*$/.exec(text)?.[0].length ?? 0;
  const length = (text.length / 4) * 3 - padding;
  const bytes = Array.from({ length }, () => String.fromCharCode(random.below(256)));
  return btoa(bytes.join(""));
}

/** Returns another text after a prefix such as `asst_` or `sk-test-`, which stays. */
function otherPrefixed(text: string, random: Random): string {
  const prefix = /^(?:[A-Za-z]+[_-])+/.exec(text)?.[0] ?? "";
  return prefix + likeText(text.slice(prefix.length), random);
}

function otherDigits(text: string, random: Random): string {
  return text.replaceAll(/\d+/g, (run) => {
    const rest = likeText(run.slice(1), random);
    return (run.startsWith("0") ? "0" : String(1 + random.below(9))) + rest;
  });
}

/** Kinds of identifiers: equal ones refer to the same thing. */
const identifiers: readonly TextKind[] = [
  {
    isOne: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
    other: otherUuid,
  },
  {
    isOne: (text) => /^(?:[\da-f]{8,}|[\dA-F]{8,})$/.test(text) && /\d/.test(text),
    other: otherHex,
  },
  { isOne: isBase64, other: otherBase64 },
  {
    isOne: (text) => /^(?:[A-Za-z]+[_-])+[A-Za-z\d]{4,}$/.test(text) && /\d/.test(text),
    other: otherPrefixed,
  },
];

function isBase64(text: string): boolean {
  if (text.length < 12 || text.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/.test(text))
    return false;
  return text.endsWith("=") || (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text));
}

const domains = /@.*$/s;

/** The other kinds. The first one that matches a text counts. */
const others: readonly TextKind[] = [
  {
    isOne: isEmail,
    other: (text, random) =>
      otherWords(text.replace(domains, ""), random) + (domains.exec(text)?.[0] ?? ""),
  },
  {
    isOne: isIpv4,
    other: (text, random) => text.replace(/\d+$/, String(1 + random.below(254))),
  },
  {
    isOne: isIpv6,
    other: (text, random) =>
      text.replace(/[\da-f]+$/i, () => (1 + random.below(0xfffe)).toString(16)),
  },
  { isOne: (text) => text.includes("://") && isUri(text), other: otherUri },
  {
    isOne: (text) => /^#(?:[\da-f]{3}){1,2}$/i.test(text),
    other: (text, random) => `#${otherHex(text.slice(1), random)}`,
  },
  { isOne: (text) => /^\+?[\d\s()-]+$/.test(text) && /\d/.test(text), other: otherDigits },
  {
    // The extension of a file name stays.
    isOne: (text) => /^[\p{L}\d _-]+\.[a-z\d]{2,4}$/u.test(text) && !/^\d+\./.test(text),
    other: (text, random) => {
      const dot = text.lastIndexOf(".");
      return otherWords(text.slice(0, dot), random) + text.slice(dot);
    },
  },
  { isOne: isProse, other: otherWords },
];

/** Returns another URI. Only the last segment of the path changes, and its extension stays. */
function otherUri(text: string, random: Random): string {
  const [, start, last, rest] = /^(\w+:\/\/[^/?#]+\/(?:[^?#]*\/)?)([^/?#]+)(.*)$/s.exec(text) ?? [];
  if (start === undefined || last === undefined) return text;
  const dot = last.lastIndexOf(".");
  const end = dot > 0 ? dot : last.length;
  return start + otherWords(last.slice(0, end), random) + last.slice(end) + (rest ?? "");
}

/** True for natural language, and false for code, markup and constants. */
function isProse(text: string): boolean {
  if (/[<>{}[\]\\`$=|_/@#]/.test(text) || !/\p{L}{2}/u.test(text)) return false;
  if (/\s/.test(text)) return true;
  return /^\p{L}?[\p{Ll}'-]+$/u.test(text);
}

/** Returns the function that creates another text of the same kind; `undefined` for an unknown kind. */
export function kindOf(
  text: string,
): { readonly isIdentifier: boolean; readonly other: OtherText } | undefined {
  const identifier = identifiers.find(({ isOne }) => isOne(text));
  if (identifier !== undefined) return { isIdentifier: true, other: identifier.other };
  const other = others.find(({ isOne }) => isOne(text));
  return other && { isIdentifier: false, other: other.other };
}

const day = 86_400_000;

/** Moves a date or date-time by some days and keeps its format; `undefined` for other texts. */
export function shiftedDate(text: string, days: number): string | undefined {
  const isLong = isDateTime(text);
  if (!isLong && !isDate(text)) return undefined;
  const moved = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * day);
  const year = moved.getUTCFullYear();
  if (Number.isNaN(year) || year < 1000 || year > 9999) return text;
  return moved.toISOString().slice(0, 10) + text.slice(10);
}

/**
 * Moves a number of seconds or milliseconds since 1970, recognized by its name and size; `undefined` for other
 * numbers.
 */
export function shiftedTimestamp(name: string, value: number, days: number): number | undefined {
  if (!/(?:_at|At|_on|time|date|stamp|created|updated|modified|expires|started|ended)/i.test(name))
    return undefined;
  // From 2001 to 2096.
  if (value >= 1e9 && value < 4e9) return value + (days * day) / 1000;
  if (value >= 1e12 && value < 4e12) return value + days * day;
  return undefined;
}

/** Returns another number of the same magnitude, with as many decimals. */
export function otherNumber(value: number, random: Random): number {
  if (Number.isInteger(value)) {
    const most = Math.max(3, Math.min(2 * Math.abs(value), Number.MAX_SAFE_INTEGER));
    const made = (value === 0 ? 0 : 1) + Math.floor(random.next() * most);
    return value < 0 ? -made : made;
  }
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 2;
  return Number((value * (0.5 + random.next())).toFixed(decimals));
}
