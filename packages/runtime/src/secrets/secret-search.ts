import { DecodedText } from "./decoded-text.ts";
import { formsOf, type SecretForm } from "./secret-forms.ts";

/**
 * Shorter secrets are not searched for: they occur in other texts by chance, and replacing them would
 * reveal them.
 */
const shortestSecret = 4;

/** Shorter parts of a secret are not searched for, since they may be a common prefix or suffix. */
const shortestPart = 12;

/** The longest part of a secret that is searched for. */
const longestPart = 64;

/** The position of a secret in a text. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** The index of the secret in the given list. */
  readonly index: number;
}

/** The replacement for secrets: one text, or a function of the secret's index. */
export type Replacement = string | ((index: number) => string);

/**
 * Finds secrets in texts in each encoding of URLs, headers, forms, JSON, HTML and mail: percent-encoded,
 * with `+` for a space, as JSON or JavaScript strings, with HTML's character references, in hexadecimal, in
 * base64 and base64url (also within larger data), and in nested combinations of these. A long secret is
 * found even if its beginning or end is cut off. Secrets of fewer than 4 characters are not searched for.
 */
export class SecretSearch {
  readonly #forms: readonly (SecretForm & { readonly index: number })[];

  constructor(secrets: Iterable<string>) {
    this.#forms = [...secrets].flatMap((secret, index) =>
      // Escape sequences within the secret are decoded too, since those of the text are.
      DecodedText.allOf(secret)
        .filter(({ text }) => text.trim().length >= shortestSecret)
        .flatMap(({ text }) => formsOf(text).map((form) => ({ ...form, index }))),
    );
  }

  /** Returns the positions of secrets in order. Of two that overlap, the first covers both. */
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

  /** Returns a text with its secrets replaced. */
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
   * Returns a copy of plain data in which secrets in texts and member names are replaced. A number that
   * contains one becomes a text. Values that are not plain data stay.
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
 * Returns the secrets in credentials of the HTTP scheme `basic` (RFC 7617): the pair and each half.
 *
 * @param pair `user:password`
 */
export function basicSecrets(pair: string): readonly string[] {
  const colon = pair.indexOf(":");
  return colon < 0 ? [pair] : [pair, pair.slice(0, colon), pair.slice(colon + 1)];
}

/** True for objects with members, whatever their class. Dates, files and bytes are not. */
const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";

/** Returns the positions of a form, or of a long part of its beginning or end, in a text. */
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

/**
 * Extends a position to the adjacent base64 characters that contain bits of the secret, and to the padding.
 */
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
