import type { AST } from "@eslint-community/regexpp";
import {
  matchesPattern,
  planText,
  type PatternPlan,
} from "@openapi-packages/description/patterns/pattern-plan";
import { parsePattern } from "@openapi-packages/description/patterns/parse-pattern";
import { hash, hexadecimal } from "./seed.ts";

/** The characters to choose from where a pattern allows several, the most usual first. */
const palette = Array.from(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ./:@#+=,;!?%&*'\"()[]{}<>|~^$`\\\t\n\u00e9\u00df\u4e2d\u{1f600}",
);

/** How many repetitions to add to a part's minimum, in the order of trying. */
const growths = [4, 1, 0, 2, 8, 12, 16, 24, 32, 64, 128, 256];

/** Makes texts that match patterns, and caches the characters of each character class. */
export class PatternTexts {
  readonly #members = new Map<string, readonly string[]>();

  /**
   * Yields texts that match a pattern, as JSON Schema reads it, those of a moderate length first.
   * Yields nothing for a pattern that no text can be built from.
   *
   * @param variant from 1 on, texts get a different end, if the pattern allows one
   */
  *texts(pattern: string, seed: string, variant = 0): Generator<string> {
    const plan = planText(pattern);
    const node = plan === undefined ? undefined : parsePattern(plan.pattern);
    if (plan === undefined || node === undefined) return;
    const own = variant === 0 ? seed : `${seed} ${variant}`;
    const texts = new Set<string>();
    for (const text of builtTexts(node, own, (set) => this.#membersOf(set))) {
      if (texts.has(text)) continue;
      texts.add(text);
      if (variant > 0) yield* extended(text, plan, own, [4]);
      if (matchesPattern(plan, text) === true) yield text;
    }
    for (const text of texts) yield* extended(text, plan, own, [4, 16, 64, 256]);
  }

  #membersOf(set: string): readonly string[] {
    const members = this.#members.get(set) ?? membersOf(set);
    this.#members.set(set, members);
    return members;
  }
}

/** Returns the characters of a character class or escape, given its source. */
type MembersOf = (set: string) => readonly string[];

function* builtTexts(node: AST.Pattern, seed: string, membersOfSet: MembersOf): Generator<string> {
  for (const growth of growths) {
    for (let turn = 0; turn < 3; turn += 1) {
      const text = new TextBuilder(`${seed} ${turn}`, growth, turn, membersOfSet).build(node);
      if (text !== undefined && text.length <= 10_000) yield text;
    }
  }
}

/** Yields longer texts, for a pattern that does not fix the end of a text. */
function* extended(
  text: string,
  plan: PatternPlan,
  seed: string,
  lengths: readonly number[],
): Generator<string> {
  for (const length of lengths) {
    const longer = text + hexadecimal(seed, length);
    if (matchesPattern(plan, longer) === true) yield longer;
  }
}

class TextBuilder {
  readonly #seed: string;
  readonly #growth: number;
  readonly #turn: number;
  readonly #membersOf: MembersOf;
  readonly #groups = new Map<AST.CapturingGroup, string>();
  #length = 0;

  constructor(seed: string, growth: number, turn: number, membersOfSet: MembersOf) {
    this.#seed = seed;
    this.#growth = growth;
    this.#turn = turn;
    this.#membersOf = membersOfSet;
  }

  /** Builds a text of a pattern or group; `undefined` if a set is empty or the text grows too long. */
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
      // Assertions consume no characters; the whole text is checked afterwards.
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
    const members = this.#membersOf(set);
    return members[hash(`${this.#seed} ${this.#length}`) % members.length];
  }
}

/** Returns the characters of the palette that are in a set, or else those that the set itself names. */
function membersOf(set: string): readonly string[] {
  const expression = new RegExp(`^${set}$`, "u");
  const familiar = palette.filter((character) => expression.test(character));
  const plain = familiar.filter((character) => /[a-z0-9]/i.test(character));
  const named = [...set.matchAll(/\\u\{?([\da-f]+)\}?|\\x([\da-f]{2})|[^\\]/giu)]
    .map(([text, long, short]) => {
      const digits = long ?? short;
      return digits === undefined ? text : String.fromCodePoint(Number.parseInt(digits, 16));
    })
    .filter((character) => expression.test(character));
  return plain.length > 0 ? plain : familiar.length > 0 ? familiar : named;
}
