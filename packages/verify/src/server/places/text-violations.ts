import {
  greatest,
  least,
  matchesText,
  member,
  numbersOf,
  type AppliedSchema,
} from "@openapi-packages/description";
import type { Violation } from "./change-input.ts";

/** The longest text that is sent, in characters: beyond it servers have limits of their own. */
export const longestText = 4096;

/** Texts that violate a format in every interpretation. */
const unformatted: Readonly<Record<string, string>> = {
  date: "yesterday",
  "date-time": "yesterday",
  time: "noon",
  duration: "a while",
  email: "no email address",
  "idn-email": "no email address",
  hostname: "no host name",
  ipv4: "999.1.2.3",
  ipv6: "no:address",
  uri: "no uri at all",
  uuid: "no-uuid",
};

/** Returns a text in small letters, or in capitals; nothing if it has no letters. */
const withOtherCase = (text: string): string[] =>
  [text.toLowerCase(), text.toUpperCase()].filter((one) => one !== text);

/** Texts that do not match most patterns. */
const unmatched = ["\u00a1!", "@@", "none", "-1", "a b", "0", "   ", ""];

/**
 * Returns texts that schemas do not allow.
 *
 * @param isOfCase true for small letters where a pattern has capitals alone, and the reverse. Keys and headers are often
 *   compared without regard to case.
 */
export function textViolations(
  schemas: readonly AppliedSchema[],
  value: string,
  isOfCase: boolean,
): Violation[] {
  const found: Violation[] = [];
  const fewest = greatest(numbersOf(schemas, "minLength"));
  const most = least(numbersOf(schemas, "maxLength"));
  // Of many violations the last ones are left out, and lengths are tried at their bounds too.
  for (const { json: schema, pointer } of schemas) {
    const pattern = member(schema, "pattern");
    if (typeof pattern === "string") {
      const texts = isOfCase ? [...withOtherCase(value), ...unmatched] : unmatched;
      const isOfLength = (one: string): boolean =>
        Array.from(one).length >= (fewest?.value ?? 0) &&
        Array.from(one).length <= (most?.value ?? Infinity);
      const all = texts.filter((one) => matchesText(pattern, one) === false);
      // A text that is too short as well may be refused for that alone.
      const text = all.find(isOfLength) ?? all[0];
      if (text !== undefined)
        found.push({ kind: "not-matching", value: text, pointer: `${pointer}/pattern` });
    }
  }
  if (fewest !== undefined && fewest.value > 0)
    found.push({
      kind: "too-short",
      value: ofLength(value, fewest.value - 1),
      pointer: fewest.pointer,
    });
  if (most !== undefined && most.value < longestText)
    found.push({ kind: "too-long", value: ofLength(value, most.value + 1), pointer: most.pointer });
  for (const { json: schema, pointer } of schemas) {
    const format = member(schema, "format");
    if (typeof format !== "string" || !Object.hasOwn(unformatted, format)) continue;
    const text = unformatted[format];
    if (text !== undefined)
      found.push({ kind: `no-${format}`, value: text, pointer: `${pointer}/format` });
  }
  return found;
}

/** A text with so many characters (Unicode code points), made of another one: cut off, or its last character repeated. */
export function ofLength(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length >= length) return characters.slice(0, length).join("");
  const last = characters.at(-1) ?? "a";
  return text + last.repeat(length - characters.length);
}
