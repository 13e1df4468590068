import type { AST } from "@eslint-community/regexpp";
import { parsePattern, unicodePattern } from "../../pattern.ts";
import { isSlowPattern } from "../../slow-pattern.ts";
import { hash, hexadecimal } from "./seed.ts";

/** What a text may be made of where a pattern leaves it open, the likeliest first. */
const palette = Array.from(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ./:@#+=,;!?%&*'\"()[]{}<>|~^$`\\\t\n\u00e9\u00df\u4e2d\u{1f600}",
);

/** How much longer than its shortest a repeated part is made, in the order of trying. */
const growths = [4, 1, 0, 2, 8, 12, 16, 24, 32, 64, 128, 256];

/** The longest text that a slow pattern is tried with: it may take two to the power of that many steps. */
const longestSlowText = 12;

interface ReadPattern {
  readonly expression: RegExp;
  readonly isSlow: boolean;
  /** Texts that were built from a slow pattern; they are not tried again. */
  readonly built: Set<string>;
}

const readPatterns = new Map<string, ReadPattern | undefined>();

/** `undefined` where no engine can read the pattern. */
function readPattern(pattern: string): ReadPattern | undefined {
  if (readPatterns.has(pattern)) return readPatterns.get(pattern);
  const usable = unicodePattern(pattern);
  const read =
    usable === undefined
      ? undefined
      : {
          expression: new RegExp(usable, "u"),
          isSlow: isSlowPattern(usable),
          built: new Set<string>(),
        };
  readPatterns.set(pattern, read);
  return read;
}

/**
 * True if a text has a place that a pattern matches; one that no engine can read allows every text.
 * Of a pattern that may take forever only short texts are told, and those that were built from it.
 */
export function matches(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  if (read === undefined || read.built.has(text)) return true;
  return (!read.isSlow || text.length <= longestSlowText) && read.expression.test(text);
}

/**
 * Texts that match a pattern, as JSON Schema reads it, from one of a moderate length to shorter and
 * longer ones. There are none for a pattern that no text can be built from.
 *
 * @param variant from 1 on texts are told apart by what follows, where the pattern lets them go on
 */
export function* patternTexts(pattern: string, seed: string, variant = 0): Generator<string> {
  const read = readPattern(pattern);
  const node = read === undefined ? undefined : parsePattern(read.expression.source);
  if (read === undefined || node === undefined) return;
  const { expression, isSlow, built } = read;
  // What stands ahead or behind is not built, so that a text may fail to match, slowly.
  if (isSlow && /\(\?<?[=!]/.test(expression.source)) return;
  const own = variant === 0 ? seed : `${seed} ${variant}`;
  const texts = new Set<string>();
  for (const text of builtTexts(node, own)) {
    if (texts.has(text) || (isSlow && text.length > 100)) continue;
    texts.add(text);
    if (variant > 0 && !isSlow) yield* extended(text, expression, own, [4]);
    if (!expression.test(text)) continue;
    if (isSlow) built.add(text);
    yield text;
  }
  for (const text of isSlow ? [] : texts) yield* extended(text, expression, own, [4, 16, 64, 256]);
}

function* builtTexts(node: AST.Pattern, seed: string): Generator<string> {
  for (const growth of growths) {
    for (let turn = 0; turn < 3; turn += 1) {
      const text = new TextBuilder(`${seed} ${turn}`, growth, turn).build(node);
      if (text !== undefined && text.length <= 10_000) yield text;
    }
  }
}

/** Where a pattern says nothing of the end of a text, it may go on. */
function* extended(
  text: string,
  expression: RegExp,
  seed: string,
  lengths: readonly number[],
): Generator<string> {
  for (const length of lengths) {
    const longer = text + hexadecimal(seed, length);
    if (expression.test(longer)) yield longer;
  }
}

class TextBuilder {
  readonly #seed: string;
  readonly #growth: number;
  readonly #turn: number;
  readonly #groups = new Map<AST.CapturingGroup, string>();
  #length = 0;

  constructor(seed: string, growth: number, turn: number) {
    this.#seed = seed;
    this.#growth = growth;
    this.#turn = turn;
  }

  /** A text of a pattern or group; `undefined` where a set is empty, or the text would grow without reason. */
  build({ alternatives }: AST.Pattern | AST.Group | AST.CapturingGroup): string | undefined {
    return this.#joined(alternatives[this.#turn % alternatives.length]?.elements ?? []);
  }

  #element(element: AST.Element): string | undefined {
    switch (element.type) {
      case "Character":
        return String.fromCodePoint(element.value);
      case "CharacterClass":
      case "CharacterSet":
        return this.#member(element.raw);
      case "Group":
        return this.build(element);
      case "CapturingGroup": {
        const text = this.build(element);
        if (text !== undefined) this.#groups.set(element, text);
        return text;
      }
      case "Quantifier": {
        const count = Math.min(element.max, element.min + this.#growth);
        if (count > 5000 || this.#length > 10_000) return undefined;
        return this.#joined(Array.from({ length: count }, () => element.element));
      }
      case "Backreference": {
        const [group] = [element.resolved].flat();
        return (group && this.#groups.get(group)) ?? "";
      }
      // An assertion takes no character, and a text that was built is checked as a whole.
      default:
        return "";
    }
  }

  #joined(elements: readonly AST.Element[]): string | undefined {
    let text = "";
    for (const element of elements) {
      const part = this.#element(element);
      if (part === undefined) return undefined;
      text += part;
      this.#length += part.length;
      if (this.#length > 20_000) return undefined;
    }
    return text;
  }

  #member(set: string): string | undefined {
    const members = membersOf(set);
    return members[hash(`${this.#seed} ${this.#length}`) % members.length];
  }
}

const setMembers = new Map<string, readonly string[]>();

/** Those of the palette that a set has; else what the set itself names. */
function membersOf(set: string): readonly string[] {
  const known = setMembers.get(set);
  if (known !== undefined) return known;
  const expression = new RegExp(`^${set}$`, "u");
  const familiar = palette.filter((character) => expression.test(character));
  const plain = familiar.filter((character) => /[a-z0-9]/i.test(character));
  const named = [...set.matchAll(/\\u\{?([\da-f]+)\}?|\\x([\da-f]{2})|[^\\]/giu)]
    .map(([text, long, short]) => {
      const digits = long ?? short;
      return digits === undefined ? text : String.fromCodePoint(Number.parseInt(digits, 16));
    })
    .filter((character) => expression.test(character));
  const members = plain.length > 0 ? plain : familiar.length > 0 ? familiar : named;
  if (setMembers.size > 1000) setMembers.clear();
  setMembers.set(set, members);
  return members;
}
