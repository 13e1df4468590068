import { unsafeCharacter } from "../field-value.ts";
import { toText } from "./text-value.ts";
import { naming } from "./unsendable.ts";

/**
 * Writes a header parameter as text that arrives as it is: recipients drop white space around it, and a
 * character is one byte (RFC 9110, 5.5; Fetch Standard, "normalize").
 *
 * @param value a primitive value, or what the parameter's style makes of another
 * @throws {TypeError} with the parameter's name, if it would not
 */
export function headerText(name: string, value: unknown): string {
  return naming(`header parameter "${name}"`, () => {
    const text = toText(value);
    if (unsafeCharacter.test(text))
      throw new TypeError("a header has no control characters, and none beyond Latin-1");
    if (/^[\t ]|[\t ]$/.test(text))
      throw new TypeError("a header loses white space around its text");
    return text;
  });
}

/** Text without the white space that may stand around it in a header (RFC 9110, 5.6.3). */
export function trimFieldValue(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text[start])) start += 1;
  while (start < end && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isSpace = (character: string | undefined): boolean => character === " " || character === "\t";
