import type { AST } from "@eslint-community/regexpp";
import { matchesPattern, planPattern, type PatternPlan } from "../../patterns/pattern-plan.ts";
import { parsePattern } from "../../patterns/parse-pattern.ts";
import { unicodePattern } from "../../patterns/pattern.ts";
import { OverlayLimitError, type OverlayLimits } from "./overlay-limits.ts";

/** The cost of planning how to match a pattern, in steps of the overlays' limits. */
const planSteps = 200_000;

/**
 * Implements the functions `match` and `search` of JSONPath (RFC 9535, sections 2.4.6 and 2.4.7) in limited
 * time.
 */
export class ExpressionFunction {
  readonly #name: "match" | "search";
  readonly #limits: OverlayLimits;
  readonly #plans = new Map<string, PatternPlan | undefined>();

  constructor(name: "match" | "search", limits: OverlayLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /**
   * True if a string matches a pattern of RFC 9485; false if the pattern is invalid or either is not a
   * string.
   *
   * @throws {OverlayLimitError} if matching could take long
   */
  call(text: unknown, pattern: unknown): boolean {
    if (typeof text !== "string" || typeof pattern !== "string") return false;
    const plan = this.#planOf(pattern);
    if (plan === undefined) return false;
    this.#limits.takeSteps(1 + ((text.length * (plan.program?.length ?? 1)) >> 2));
    const isMatch = matchesPattern(plan, text);
    if (isMatch !== undefined) return isMatch;
    const call = `${this.#name} with ${JSON.stringify(pattern.slice(0, 200))}`;
    throw new OverlayLimitError(`${call} could take long for a text of ${text.length} characters`);
  }

  #planOf(pattern: string): PatternPlan | undefined {
    if (this.#plans.has(pattern)) return this.#plans.get(pattern);
    this.#limits.takeSteps(planSteps);
    const written = ecmaScriptPattern(pattern);
    const whole = this.#name === "match" ? `^(?:${written})$` : written;
    const plan = written === undefined || whole === undefined ? undefined : planPattern(whole);
    this.#plans.set(pattern, plan);
    return plan;
  }
}

/** Converts a pattern of RFC 9485 to ECMAScript (section 5.3); `undefined` if it is invalid. */
function ecmaScriptPattern(pattern: string): string | undefined {
  const usable = unicodePattern(pattern);
  const node = usable === undefined ? undefined : parsePattern(usable);
  if (usable === undefined || node === undefined || !isPlain(node)) return undefined;
  return usable.replace(/\\[^]|\[(?:\\[^]|[^\\\]])*\]|\./g, (part) =>
    part === "." ? "[^\\n\\r]" : part,
  );
}

/** True if a pattern has only the syntax of RFC 9485, besides `^` and `$`, which authors use as anchors. */
function isPlain({ alternatives }: AST.Pattern | AST.CapturingGroup): boolean {
  return alternatives.every(({ elements }) => elements.every(isPlainElement));
}

function isPlainElement(element: AST.Element): boolean {
  switch (element.type) {
    case "Character":
      return true;
    case "CharacterSet":
      return element.kind === "any" || element.kind === "property";
    case "CharacterClass":
      return element.elements.every(
        (one) =>
          one.type === "Character" ||
          one.type === "CharacterClassRange" ||
          (one.type === "CharacterSet" && one.kind === "property"),
      );
    case "CapturingGroup":
      return element.name === null && isPlain(element);
    case "Quantifier":
      return element.greedy && isPlainElement(element.element);
    case "Assertion":
      return element.kind === "start" || element.kind === "end";
    default:
      return false;
  }
}
