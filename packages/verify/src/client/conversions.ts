import { Bytes } from "./same-value.ts";

type Conversion = readonly [what: string, isMade: (from: unknown, to: unknown) => boolean];

const isNone = (value: unknown): boolean => value === undefined || value === null;

/** A conversion of texts, which `make` does to one. */
const ofText =
  (make: (text: string) => unknown) =>
  (from: unknown, to: unknown): boolean => {
    if (typeof from !== "string") return false;
    try {
      return make(from) === to;
    } catch {
      return false;
    }
  };

const ofNumber =
  (make: (number: number) => unknown) =>
  (from: unknown, to: unknown): boolean =>
    typeof from === "number" && make(from) === to;

/** The conversions that clients apply to values at every place, the most specific first. */
const conversions: readonly Conversion[] = [
  ["null is left out", (from, to) => from === null && to === undefined],
  ["what is absent is null", (from, to) => from === undefined && to === null],
  [
    "what is absent is a text",
    (from, to) => isNone(from) && (to === "undefined" || to === "null" || to === ""),
  ],
  ["empty lists are left out", (from, to) => Array.isArray(from) && !from.length && isNone(to)],
  ["empty texts are left out", (from, to) => from === "" && isNone(to)],
  ["0 and false are left out", (from, to) => (from === 0 || from === false) && isNone(to)],
  ["objects are sent as [object Object]", (_, to) => String(to).includes("[object Object]")],
  ["a list of one item is the item", (from, to) => Array.isArray(from) && from[0] === to],
  ["an item is a list of one", (from, to) => Array.isArray(to) && to[0] === from],
  ["JSON is not parsed", (from, to) => typeof from !== "string" && isTextOf(from, to)],
  ["spaces are plus signs", ofText((text) => text.replaceAll(" ", "+"))],
  ["texts are put into quotes", ofText((text) => `"${text}"`)],
  ["quotes are removed", ofText((text) => text.replaceAll('"', ""))],
  ["bytes are read as text", isReadAsText],
  ["texts are dates", (from, to) => typeof from === "string" && to instanceof Date],
  ["texts are numbers", (from, to) => typeof from === "string" && typeof to === "number"],
  ["texts are flags", (from, to) => typeof from === "string" && typeof to === "boolean"],
  ["texts are null", (from, to) => from === "null" && to === null],
  ["numbers are texts", ofNumber(String)],
  ["decimals are cut", ofNumber(Math.trunc)],
  ["decimals are rounded", ofNumber(Math.round)],
  ["integers have 32 bits", ofNumber((number) => Math.trunc(number) | 0)],
  ["texts are encoded twice", ofText(encodeURIComponent)],
  ["texts are encoded twice", ofText(encodeURI)],
  ["plus signs are not encoded", ofText((text) => text.replaceAll("+", " "))],
  ["texts are not encoded", ofText(decodeURIComponent)],
  ["texts are trimmed", ofText((text) => text.trim())],
  ["characters beyond ASCII are lost", isBeyondAscii],
];

/** Returns what a client does to values in general that made one of another; `undefined` if it is nothing known. */
export const conversionOf = (from: unknown, to: unknown): string | undefined =>
  conversions.find(([, isMade]) => isMade(from, to))?.[0];

/** True if a text is the JSON of a value. */
function isTextOf(value: unknown, text: unknown): boolean {
  try {
    return typeof text === "string" && JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

/** True for bytes that were decoded as UTF-8, as a text or encoded again. */
function isReadAsText(from: unknown, to: unknown): boolean {
  if (!(from instanceof Bytes)) return false;
  const text = to instanceof Bytes ? to.text : to;
  return text === from.text;
}

/** True if the texts have the same characters of ASCII, and only the first one all others. */
function isBeyondAscii(from: unknown, to: unknown): boolean {
  if (typeof from !== "string" || typeof to !== "string") return false;
  const [one, other] = [from, to].map((text) => text.replaceAll(/[^\u0020-\u007e]+|\?+/g, ""));
  return from !== to && one === other && /[^\u0020-\u007e]/.test(from);
}
