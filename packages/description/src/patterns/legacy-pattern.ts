import { RegExpParser, RegExpSyntaxError, type AST } from "@eslint-community/regexpp";

/**
 * Matches characters that need no escape in a pattern with the `u` flag, inside and outside of
 * brackets.
 */
const plain = /^[^$\\.*+?()[\]{}|/^-]$/;

/** Matches characters that may be escaped anywhere in a pattern. */
const syntax = /^[$\\.*+?()[\]{}|/^]$/;

/** Matches a Unicode property, or any other escape. */
const escapes = /\\[pP]\{\w+(?:=\w+)?\}|\\[^]/g;

class Unwritable extends Error {}

/**
 * Rewrites a pattern that is only valid without the `u` flag (ECMA-262, annex B.1.2), such as
 * `[\w-.]`, so that it means the same with the flag. Unicode properties, which only exist with the
 * flag, keep their meaning.
 * Returns `undefined` if the pattern is invalid, or escapes a letter without meaning. ECMAScript
 * would search for the letter, while the author meant something else, such as the `\Z` of other
 * languages.
 */
export function withUnicodeFlag(pattern: string): string | undefined {
  const properties = new Map<number, string>();
  let shift = 0;
  const known = pattern.replace(escapes, (escape, offset: number) => {
    if (escape.length <= 2) return escape;
    properties.set(offset - shift, escape);
    shift += escape.length - 2;
    return "\\w";
  });
  try {
    const { alternatives } = new RegExpParser().parsePattern(known, 0, known.length, {
      unicode: false,
    });
    return new PatternWriter(properties).alternatives(alternatives);
  } catch (error) {
    if (error instanceof RegExpSyntaxError || error instanceof Unwritable) return undefined;
    throw error;
  }
}

class PatternWriter {
  readonly #properties: ReadonlyMap<number, string>;

  /**
   * @param properties the Unicode properties, by the offsets of the `\w` that the parser sees
   * instead
   */
  constructor(properties: ReadonlyMap<number, string>) {
    this.#properties = properties;
  }

  alternatives(alternatives: readonly AST.Alternative[]): string {
    return alternatives
      .map(({ elements }) => elements.map((element) => this.#node(element)).join(""))
      .join("|");
  }

  #node(node: AST.Element | AST.CharacterClassElement): string {
    switch (node.type) {
      case "Character":
        return character(node);
      case "CharacterSet":
        return this.#properties.get(node.start) ?? node.raw;
      case "CharacterClass": {
        const elements = node.elements.map((element) => this.#node(element));
        return `[${node.negate ? "^" : ""}${elements.join("")}]`;
      }
      case "CharacterClassRange":
        return `${character(node.min)}-${character(node.max)}`;
      case "CapturingGroup":
      case "Group":
        return this.#enclosed(node);
      case "Assertion":
        return node.kind === "lookahead" || node.kind === "lookbehind"
          ? this.#enclosed(node)
          : node.raw;
      case "Quantifier": {
        const { element, raw } = node;
        const written = this.#node(element);
        // With the flag, a lookahead cannot be repeated.
        const repeated = element.type === "Assertion" ? `(?:${written})` : written;
        return repeated + raw.slice(element.raw.length);
      }
      case "Backreference":
        return node.raw;
      default:
        throw new Unwritable();
    }
  }

  /** Writes a group or a lookaround. */
  #enclosed(node: AST.CapturingGroup | AST.Group | AST.LookaroundAssertion): string {
    const [first] = node.alternatives;
    const opening = node.raw.slice(0, (first?.start ?? node.end - 1) - node.start);
    return `${opening}${this.alternatives(node.alternatives)})`;
  }
}

function character({ raw, value }: AST.Character): string {
  if (raw === "\\" || (/^\\[a-zA-Z]$/.test(raw) && value === raw.charCodeAt(1)))
    throw new Unwritable();
  // Without the flag, a character beyond the first plane is a surrogate pair; with it, the pair is
  // one character again.
  if (plain.test(raw)) return raw;
  if (syntax.test(String.fromCharCode(value))) return `\\${String.fromCharCode(value)}`;
  const code = value.toString(16);
  return value < 256 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
}
