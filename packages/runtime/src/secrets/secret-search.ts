import { DecodedText } from "./decoded-text.ts";
import { formsOf, type SecretForm } from "./secret-forms.ts";

/** A shorter secret stands in other texts by chance; to leave it out would spoil them, and tell it. */
const shortestSecret = 4;

/** A shorter part of a secret may be a usual beginning or end. */
const shortestPart = 12;

/** A longer part is one whatever the length of the secret. */
const longestPart = 64;

/** Where a text has a secret. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** Which of the secrets that were given it is. */
  readonly index: number;
}

/** What stands for a secret: a text, or one for each. */
export type Replacement = string | ((index: number) => string);

/**
 * Finds secrets in texts, in each encoding that a URL, a header, a form, JSON, HTML or mail gives them: percent-encoded,
 * with `+` for a space, as JSON or JavaScript strings, with HTML's character references, as hexadecimal digits, as
 * base64 and base64url, also within larger data, and one of these within another. A long secret is also found where its
 * beginning or end was cut off. Secrets of fewer than 4 characters are not looked for.
 */
export class SecretSearch {
  readonly #forms: readonly (SecretForm & { readonly index: number })[];

  constructor(secrets: Iterable<string>) {
    this.#forms = [...secrets].flatMap((secret, index) =>
      // What looks like an escape within a secret is undone as those of the text are.
      DecodedText.allOf(secret)
        .filter(({ text }) => text.trim().length >= shortestSecret)
        .flatMap(({ text }) => formsOf(text).map((form) => ({ ...form, index }))),
    );
  }

  /** The places of secrets in their order, none within another; where two overlap, the first has it all. */
  find(text: string): readonly FoundSecret[] {
    if (this.#forms.length === 0) return [];
    const all = DecodedText.allOf(text).flatMap((decoded) =>
      this.#forms.flatMap((form) =>
        placesOf(form, decoded.text).map(([from, to]) => {
          const [start, end] = decoded.sourceOf(from, to);
          return { start, end, index: form.index };
        }),
      ),
    );
    const found: FoundSecret[] = [];
    for (const one of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      const last = found.at(-1);
      if (last === undefined || one.start >= last.end) found.push(one);
      else if (one.end > last.end) found[found.length - 1] = { ...last, end: one.end };
    }
    return found;
  }

  /** A text without its secrets. */
  replace(text: string, replacement: Replacement): string {
    let [shown, from] = ["", 0];
    for (const { start, end, index } of this.find(text)) {
      const own = typeof replacement === "string" ? replacement : replacement(index);
      shown += text.slice(from, start) + own;
      from = end;
    }
    return shown + text.slice(from);
  }

  /**
   * A copy of plain data whose texts and names of members have no secret. A number that has one becomes a text; values
   * that are no plain data stay.
   */
  replaceIn<Value>(value: Value, replacement: Replacement): Value {
    return this.#replaceIn(value, replacement) as Value;
  }

  #replaceIn(value: unknown, replacement: Replacement): unknown {
    if (typeof value === "string") return this.replace(value, replacement);
    if (typeof value === "number" || typeof value === "bigint") {
      const text = String(value);
      const shown = this.replace(text, replacement);
      return shown === text ? value : shown;
    }
    if (Array.isArray(value)) return value.map((item) => this.#replaceIn(item, replacement));
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.replace(name, replacement),
        this.#replaceIn(member, replacement),
      ]),
    );
  }
}

/**
 * What is secret of the credentials of HTTP's scheme `basic` (RFC 7617): the pair, and each half by itself.
 *
 * @param pair `user:password`
 */
export function basicSecrets(pair: string): readonly string[] {
  const colon = pair.indexOf(":");
  return colon < 0 ? [pair] : [pair, pair.slice(0, colon), pair.slice(colon + 1)];
}

/** True for objects with members, whatever their class; not for dates, files and bytes. */
const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";

/** Where a form, or a long part of its beginning or end, stands in a text. */
function placesOf(form: SecretForm, text: string): readonly [start: number, end: number][] {
  const whole = form.text;
  const part = Math.min(Math.max(Math.ceil((whole.length * 3) / 4), shortestPart), longestPart);
  if (whole.length <= part)
    return indexesOf(whole, text).map((at) => widened(form, text, at, at + whole.length));
  const starts = indexesOf(whole.slice(0, part), text).map((at) => {
    let length = part;
    while (length < whole.length && text[at + length] === whole[length]) length += 1;
    return widened(form, text, at, at + length);
  });
  const ends = indexesOf(whole.slice(-part), text).map((at) => {
    let length = part;
    while (length < whole.length && text[at + part - 1 - length] === whole.at(-1 - length))
      length += 1;
    return widened(form, text, at + part - length, at + part);
  });
  return [...starts, ...ends];
}

/** With the characters of base64 beside it that have bits of it, and the padding behind. */
function widened(
  { hasBitsBefore, hasBitsAfter }: SecretForm,
  text: string,
  start: number,
  end: number,
): [start: number, end: number] {
  const before = hasBitsBefore && /[\w+/-]/.test(text[start - 1] ?? "") ? 1 : 0;
  const after = hasBitsAfter ? (/^[\w+/-]={0,2}/.exec(text.slice(end, end + 3))?.[0] ?? "") : "";
  return [start - before, end + after.length];
}

function indexesOf(needle: string, text: string): number[] {
  const indexes: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
    indexes.push(at);
  return indexes;
}
