import { unsafeCharacter } from "../field-value.ts";
import { toText } from "./text-value.ts";
import { naming } from "./unsendable.ts";

/**
 * Writes a header parameter as text that arrives unchanged: recipients trim white space, and each character
 * is one byte (RFC 9110, section 5.5; Fetch Standard, "normalize").
 *
 * @param value a primitive value, or the text of the parameter's style
 * @throws {TypeError} with the parameter's name, if it would not arrive unchanged
 */
export function headerText(name: string, value: unknown): string {
  return naming(`header parameter "${name}"`, () => {
    const text = toText(value);
    if (unsafeCharacter.test(text))
      throw new TypeError(
        "a header must not contain control characters, or characters beyond Latin-1",
      );
    if (/^[\t ]|[\t ]$/.test(text))
      throw new TypeError("a header must not have outer white space, which recipients trim");
    return text;
  });
}

/** Removes the optional white space around a field value (RFC 9110, section 5.6.3). */
export function trimFieldValue(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text[start])) start += 1;
  while (start < end && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isSpace = (character: string | undefined): boolean => character === " " || character === "\t";
