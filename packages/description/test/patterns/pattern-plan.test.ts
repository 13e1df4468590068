import { readFileSync } from "node:fs";
import {
  array,
  assert,
  constantFrom,
  letrec,
  oneof,
  property,
  string,
  tuple,
  type Arbitrary,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { growthOfWork } from "../../../../test/growth-of-work.ts";
import { patternSteps } from "../../../runtime/src/validation/pattern-code.ts";
import { PatternMatch } from "../../../runtime/src/validation/pattern-match.ts";
import { mostSteps as runtimeSteps } from "../../../runtime/src/validation/slow-pattern.ts";
import { parsePattern } from "../../src/patterns/parse-pattern.ts";
import { unicodePattern } from "../../src/patterns/pattern.ts";
import { matchesPattern, mostSteps, planPattern } from "../../src/patterns/pattern-plan.ts";
import { patternProgram } from "../../src/patterns/pattern-program.ts";

describe("a pattern is not shown to be linear", () => {
  it.each([
    "^(a+)+$",
    "^(a*)*$",
    "(a|a)*b",
    "(a|aa)+$",
    "^([a-zA-Z0-9]+)*$",
    "^(\\w+\\s?)*$",
    "^(?:.*a){20,}$",
    "^(.*a){11}$",
    "(x+x+)+y",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(\\d+|\\w+)*$",
    "^(a?){30}a{30}$",
    "^((ab)*|(ab)+)*c$",
    "^(\\p{L}+|é)*!$",
    "^(\\p{Lu}|\\p{ID_Start})*!$",
    "(.*,)*.*,x",
    // Quadratic: the matcher begins again at each character.
    "\\s+$",
    ".*foo",
    "[a-z]+@",
    "a*a*a*$",
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^\\s*a*\\s*\\s*$",
    // What looks ahead or behind, or refers back.
    "^(?=(a+)+$)b",
    "^(?!(a|a)*$)b",
    "^(?:(?=.*x)a)*$",
    "(?<=a+)$",
    "^(.+)\\1$",
    "^(\\w+\\s?)*\\1$",
    // Ways that take nothing, and repetitions with a bound that multiply.
    "^(|){40}x$",
    "^(a?|b?){40}x$",
    "((a{1,100}){1,100}){1,100}$",
    "^(?i:a+)+$",
  ])("%s", (pattern) => {
    expect(planPattern(pattern).isLinear).toBe(false);
  });
});

describe("a pattern is shown to be linear", () => {
  it.each([
    "^[a-z]+$",
    "^([a-z]+\\.)*[a-z]+$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^(a|b)*$",
    "^(a+b)+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^(\\d{1,3}\\.){3}\\d{1,3}$",
    "^#?([0-9a-f]{3}){1,2}$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "^(/[^/]+)+/?$",
    "^[\\w.-]+(\\+[\\w.-]+)?$",
    "^arn:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:.*$",
    "^\\S+(\\s+\\S+)*$",
    "^[a-zA-Z0-9]{1,4096}$",
    "^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$",
    "^(?=.*[A-Z])(?=.*\\d)(?!.*--).{8,}$",
    "^((?!--).)*$",
    "^(['\"]).*\\1$",
    "^\\p{Lu}\\p{Ll}*$",
    "(?<!a)b",
    // A match is found at once, whatever follows.
    "[a-z]+",
    "a*a*a*",
    "foo.*",
    "",
  ])("%s", (pattern) => {
    expect(planPattern(pattern).isLinear).toBe(true);
  });

  it("which all patterns of the runtime's formats are", () => {
    const sources = ["date-time", "email", "hostname", "ip-address", "short-formats", "uri"].map(
      (name) => readFileSync(`packages/runtime/src/validation/${name}.ts`, "utf8"),
    );
    const expressions = sources.flatMap((text) => [
      ...text.matchAll(
        /(?<=[(=\s?]\s*)\/(?![/*])(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/(?=[a-z]*[.,;)])/g,
      ),
    ]);
    expect(expressions.length).toBeGreaterThan(20);
    const slow = expressions.flatMap(([text]) => {
      const usable = unicodePattern(text.slice(1, -1));
      return usable === undefined || !planPattern(usable).isLinear ? [text] : [];
    });
    // It matches every text at the first attempt.
    expect(slow.map((text) => text.slice(0, 17))).toEqual(["/^(?:([^:/?#]+):)"]);
  });
});

/** Characters of each kind: letters, white space, pairs and halves of surrogates. */
const character = constantFrom("a", "b", " ", "\n", "é", "1", "_", "😀", "\ud83d", "\ude00");

const pattern = letrec<{ part: string; atom: string }>((tie) => ({
  atom: constantFrom(
    ..."a b [ab] [^a] \\w \\s \\S . \\p{L} 😀 [^\\p{L}] [a-é] ^ $ \\b \\B".split(" "),
    "",
  ),
  part: oneof(
    { maxDepth: 4 },
    tie("atom"),
    tuple(tie("part"), tie("part")).map((parts) => parts.join("")),
    tuple(tie("part"), tie("part")).map(([one, other]) => `(?:${one}|${other})`),
    tuple(tie("part"), constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?", "??")).map(
      ([part, repetition]) => `(${part})${repetition}`,
    ),
    tuple(constantFrom("?=", "?!", "?<=", "?<!"), tie("part")).map(
      ([look, part]) => `(${look}${part})`,
    ),
  ),
})).part;

const text: Arbitrary<string> = oneof(
  array(character, { maxLength: 9 }).map((characters) => characters.join("")),
  string({ unit: "binary", maxLength: 6 }),
);

/** As ECMA-262 has it (section 22.2.7.2): V8 looks for matches within surrogate pairs as well. */
function isFound(source: string, given: string): boolean {
  const expression = new RegExp(source, "uy");
  for (let place = 0; place <= given.length;) {
    expression.lastIndex = place;
    if (expression.test(given)) return true;
    place += (given.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
  }
  return false;
}

describe("a program", () => {
  it.each(["(?!(?:a*)+)", "(?!((a)*)+?)", "(?!(?:b|(?:a*)+))"])(
    "decides again what depended on a repetition that took nothing: %s",
    (source) => {
      const node = parsePattern(source);
      const program = node && patternProgram(node);
      if (program === undefined) throw new Error(`${source} has no program`);
      expect(new PatternMatch(patternSteps(program), "a", Infinity).find()).toBe(false);
    },
  );

  it("matches what a regular expression matches, within its steps, here and in applications", () => {
    assert(
      property(pattern, array(text, { minLength: 4, maxLength: 8 }), (source, texts) => {
        const node = parsePattern(source);
        const program = node && patternProgram(node);
        if (program === undefined) throw new Error(`${source} has no program`);
        const steps = patternSteps(program);
        for (const given of texts) {
          const isMatch = isFound(source, given);
          const match = new PatternMatch(steps, given, Infinity);
          expect([source, given, match.find()]).toEqual([source, given, isMatch]);
          expect(match.count).toBeLessThanOrEqual(steps.length * (given.length + 1));
          const limits = { isLinear: false, longest: 100, longestNative: -1 };
          const plan = { pattern: source, program, ...limits };
          expect([isMatch, undefined]).toContain(matchesPattern(plan, given));
        }
      }),
      { numRuns: 800 },
    );
  });

  it("is planned with as many steps as the runtime takes", () => {
    expect(mostSteps).toBe(runtimeSteps);
    const plan = planPattern("^(.*a){11}$");
    const { program = [], longest } = plan;
    expect(program.length * (longest + 1)).toBeLessThanOrEqual(mostSteps);
    expect(matchesPattern(plan, "a".repeat(500))).toBe(true);
    expect(matchesPattern(plan, `${"a".repeat(500)}b`)).toBe(false);
  });
});

describe("a pattern without a program", () => {
  it.each<[string, number]>([
    ["^(.+)\\1$", 70],
    ["^((a+)+)\\1$", 16],
    ["((a{1,100}){1,100}){1,100}$", 16],
  ])("%s is matched in short texts, exponential ones in very short ones", (source, most) => {
    const { program, longest, longestNative } = planPattern(source);
    expect(program).toBeUndefined();
    expect(longest).toBe(longestNative);
    expect(longest).toBeLessThan(most);
  });
});

describe("whether a pattern is valid", () => {
  it("is found out without trying a text", () => {
    expect(unicodePattern("^(|){60}x$")).toBe("^(|){60}x$");
    expect(unicodePattern("^(?:(?=(|){60}y)|)x$")).toBeDefined();
    expect(unicodePattern("a)|(b")).toBeUndefined();
  });
});

describe("the plan", () => {
  it.each<[string, (size: number) => string]>([
    ["loops", (size) => `^${"(a|b|[a-z])*".repeat(size)}$`],
    ["alternatives", (size) => `^(${"a|".repeat(size)}b)*$`],
    ["levels", (size) => `${"(".repeat(size)}a+${")+".repeat(size)}`],
    ["looks ahead", (size) => `^${"(?=.*a)".repeat(size)}(?:(?=.*b)a)*$`],
    ["copies", (size) => `^(a{1,${size}}b?){1,${size}}$`],
  ])("takes no longer than in proportion to the %s there are", (_what, source) => {
    const growth = growthOfWork((size) => void planPattern(source(size)), 40, 10);
    expect(growth).toBeLessThan(30);
  });
});
