import { unicodePattern } from "../../pattern.ts";
import { isSlowPattern } from "../../load/check/slow-pattern.ts";
import { parsePattern, type PatternNode } from "./pattern-nodes.ts";
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
 * Whether a text has a place that a pattern matches; one that no engine can read allows every text.
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

function* builtTexts(node: PatternNode, seed: string): Generator<string> {
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
  readonly #groups = new Map<number, string>();
  #length = 0;

  constructor(seed: string, growth: number, turn: number) {
    this.#seed = seed;
    this.#growth = growth;
    this.#turn = turn;
  }

  /** `undefined` where a set is empty, or the text would grow without reason. */
  build(node: PatternNode): string | undefined {
    switch (node.kind) {
      case "character":
        return node.text;
      case "set":
        return this.#member(node.text);
      case "sequence":
        return this.#joined(node.items);
      case "choice":
        return this.build(node.branches[this.#turn % node.branches.length] ?? { kind: "nothing" });
      case "repeat": {
        const count = Math.min(node.most, node.least + this.#growth);
        if (count > 5000 || this.#length > 10_000) return undefined;
        return this.#joined(Array.from({ length: count }, () => node.item));
      }
      case "group": {
        const text = this.build(node.item);
        if (text !== undefined) this.#groups.set(node.number, text);
        return text;
      }
      case "reference":
        return this.#groups.get(node.number) ?? "";
      case "nothing":
        return "";
    }
  }

  #joined(items: readonly PatternNode[]): string | undefined {
    let text = "";
    for (const item of items) {
      const part = this.build(item);
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
