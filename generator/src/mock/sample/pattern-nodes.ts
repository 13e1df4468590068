/** What a regular expression is made of, as far as a matching text has to be built from it. */
export type PatternNode =
  | { readonly kind: "character"; readonly text: string }
  /** One character out of a set, as the pattern writes the set: `[a-z]`, `\d`, `.`. */
  | { readonly kind: "set"; readonly text: string }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly item: PatternNode;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: "group"; readonly number: number; readonly item: PatternNode }
  | { readonly kind: "reference"; readonly number: number }
  /** An assertion: it takes no character, and a text that was built is checked as a whole. */
  | { readonly kind: "nothing" };

/**
 * Reads a regular expression that ECMAScript has accepted with the `u` flag (ECMA-262, section
 * 22.2.1). `undefined` where it has a part that no text can be built from.
 */
export function parsePattern(pattern: string): PatternNode | undefined {
  const parser = new PatternParser(pattern);
  const node = parser.choice();
  return parser.isAtEnd ? node : undefined;
}

const controls: Readonly<Record<string, string>> = { t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

class PatternParser {
  readonly #text: string;
  #at = 0;
  #groups = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  choice(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return branches.length === 1 && branches[0] ? branches[0] : { kind: "choice", branches };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (!this.isAtEnd && !this.#sees("|") && !this.#sees(")"))
      items.push(this.#quantified(this.#atom()));
    return { kind: "sequence", items };
  }

  #quantified(item: PatternNode): PatternNode {
    const match = this.#match(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y);
    if (match === undefined) return item;
    const [text = "", least = "", comma, most = ""] = match;
    const symbol = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[text.charAt(0)];
    if (symbol) return { kind: "repeat", item, least: symbol[0] ?? 0, most: symbol[1] ?? 1 };
    const bound = most === "" ? Infinity : Number(most);
    return {
      kind: "repeat",
      item,
      least: Number(least),
      most: comma === "" ? Number(least) : bound,
    };
  }

  #atom(): PatternNode {
    if (this.#match(/\^|\$|\\[bB]/y)) return { kind: "nothing" };
    if (this.#sees("(")) return this.#group();
    const set = this.#match(/\.|\[(?:[^\]\\]|\\.)*\]|\\[dDwWsS]|\\[pP]\{[^}]*\}/suy);
    if (set !== undefined) return { kind: "set", text: set[0] };
    return this.#take("\\") ? this.#escape() : this.#character();
  }

  #group(): PatternNode {
    const [opening = ""] = this.#match(/\((?:\?(?:<?[=!]|:|<[^>]*>))?/y) ?? [];
    const isCapturing = opening === "(" || /^\(\?<[^=!]/.test(opening);
    const number = isCapturing ? (this.#groups += 1) : 0;
    const item = this.choice();
    this.#take(")");
    if (/[=!]$/.test(opening)) return { kind: "nothing" };
    return isCapturing ? { kind: "group", number, item } : item;
  }

  #escape(): PatternNode {
    const code = this.#match(/u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})/iy);
    if (code !== undefined) {
      const digits = code[1] ?? code[2] ?? code[3] ?? "0";
      return { kind: "character", text: String.fromCodePoint(Number.parseInt(digits, 16)) };
    }
    const reference = this.#match(/[1-9]\d*/y);
    if (reference !== undefined) return { kind: "reference", number: Number(reference[0]) };
    if (this.#take("0")) return { kind: "character", text: "\0" };
    const letter = this.#match(/c([a-z])/iy)?.[1];
    if (letter !== undefined)
      return { kind: "character", text: String.fromCharCode(letter.charCodeAt(0) % 32) };
    const control = this.#match(/[tnvfr]/y);
    if (control !== undefined) return { kind: "character", text: controls[control[0]] ?? "" };
    return this.#character();
  }

  #character(): PatternNode {
    const [text = ""] = this.#match(/./suy) ?? [];
    return { kind: "character", text };
  }

  #sees(character: string): boolean {
    return this.#text[this.#at] === character;
  }

  #take(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at += 1;
    return true;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match ?? undefined;
  }
}
