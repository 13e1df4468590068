/** An escaped character of URLs, JSON, JavaScript or HTML. */
const escapes =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}|%[\da-f]{2}|\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\["'`\\/bfnrt]|&#\d{1,7};?|&#x[\da-f]{1,6};?|&(?:amp|lt|gt|quot|apos);?/gi;

/**
 * Bytes in quoted-printable (RFC 2045, section 6.7), and the line breaks of quoted-printable and base64 in
 * mail.
 */
const mailEscapes = /(?:=[\dA-F]{2})+|=?\r?\n/g;

const backslashed: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The deepest nesting of escapes that is decoded: JSON within JSON within a query. */
const mostLevels = 3;

/** A text, possibly decoded from another one, that maps its characters to positions in the original. */
export class DecodedText {
  readonly text: string;
  /** The number of times it was decoded. */
  readonly level: number;
  readonly #source: DecodedText | undefined;
  /** For each escape: its start and end in this text, and its start and end in the source. */
  readonly #places: readonly number[];

  private constructor(source: DecodedText | string, pattern?: RegExp) {
    const places: number[] = [];
    this.#places = places;
    if (typeof source === "string" || pattern === undefined) {
      this.text = String(source);
      this.level = 0;
      return;
    }
    this.#source = source;
    this.level = source.level + 1;
    // In a form `+` is a space. An escaped one stays a plus.
    const escaped = source.text.replaceAll("+", " ");
    let [text, from] = ["", 0];
    for (const { 0: escape, index } of escaped.matchAll(pattern)) {
      const before = text.length + index - from;
      const own = plain(escape);
      text += escaped.slice(from, index) + own;
      from = index + escape.length;
      places.push(before, text.length, index, from);
    }
    this.text = text + escaped.slice(from);
  }

  /**
   * Returns the text followed by its decoded forms: without escapes, without the escapes within those, and
   * so on.
   */
  static allOf(text: string): readonly DecodedText[] {
    const all = [new DecodedText(text)];
    for (let last = all[0]; last !== undefined && last.level < mostLevels;) {
      const next = new DecodedText(last, escapes);
      last = next.text === last.text ? undefined : next;
      if (last !== undefined) all.push(last);
    }
    const mailed = all.map((one) => new DecodedText(one, mailEscapes));
    return [...all, ...mailed.filter((one) => one.#places.length > 0)];
  }

  /** Returns the range of the original text from which a range of this text was decoded. */
  sourceOf(start: number, end: number): readonly [start: number, end: number] {
    if (this.#source === undefined) return [start, end];
    const [first] = this.#before(start);
    const [, last] = this.#before(end - 1);
    return this.#source.sourceOf(first, last);
  }

  /** Returns the range of the source from which one character was decoded. */
  #before(index: number): readonly [start: number, end: number] {
    const places = this.#places;
    let [low, high] = [0, places.length / 4];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle * 4] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    // The last escape at or before the index counts. Others at the same position were decoded to nothing.
    const [, end = 0, from = 0, to = 0] = places.slice(low * 4 - 4, low * 4);
    if (index < end) return [from, to];
    return [to + index - end, to + index - end + 1];
  }
}

function plain(escape: string): string {
  if (escape.startsWith("%")) return fromBytes(escape);
  if (escape.startsWith("=")) return escape.includes("\n") ? "" : fromBytes(escape);
  if (escape.startsWith("&#")) return fromCode(escape.replace("&#", "0"), escape);
  if (escape.startsWith("&"))
    return entities[escape.slice(1).replace(";", "").toLowerCase()] ?? escape;
  if (!escape.startsWith("\\")) return "";
  const code = /^\\[ux]\{?([\da-f]+)/i.exec(escape)?.[1];
  if (code !== undefined) return fromCode(`0x${code}`, escape);
  const letter = escape.slice(1);
  return backslashed[letter.toLowerCase()] ?? letter;
}

/** Decodes bytes as UTF-8 or, if they are invalid, as ISO-8859-1, which older servers send. */
function fromBytes(escape: string): string {
  const bytes = Array.from(escape.matchAll(/[%=](..)/g), ([, digits = ""]) => parseInt(digits, 16));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    return String.fromCharCode(...bytes);
  }
}

function fromCode(number: string, escape: string): string {
  const code = Number(number.replace(";", ""));
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : escape;
}
