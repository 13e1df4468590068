import { valueOf, type ExpressionContext } from "./runtime-expression.ts";

const tokens =
  /\s*(?:(&&|\|\||==|!=|<=|>=|<|>|!|\(|\))|'((?:[^']|'')*)'|(\$[^\s()<>=!&|]+)|([^\s()<>=!&|]+))/y;

type Token =
  | { readonly kind: "operator"; readonly text: string }
  | { readonly kind: "value"; readonly value: unknown };

/**
 * Evaluates a simple condition (Arazzo 1.0, Criterion Object): comparisons of literals and runtime expressions,
 * with `&&`, `||`, `!` and parentheses. Texts are compared without regard to case.
 *
 * @throws {SyntaxError} when it is invalid
 */
export function holds(condition: string, context: ExpressionContext): boolean {
  const reader = new ConditionReader(tokensOf(condition, context), condition);
  return reader.whole();
}

function tokensOf(condition: string, context: ExpressionContext): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < condition.trimEnd().length) {
    const match = tokens.exec(condition);
    if (match === null) throw new SyntaxError(`${condition} is not a condition`);
    const [, operator, text, expression, literal] = match;
    if (operator !== undefined) found.push({ kind: "operator", text: operator });
    else if (text !== undefined) found.push({ kind: "value", value: text.replaceAll("''", "'") });
    else if (expression !== undefined)
      found.push({ kind: "value", value: valueOf(expression, context) });
    else found.push({ kind: "value", value: literalOf(literal ?? "") });
  }
  return found;
}

function literalOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

class ConditionReader {
  readonly #tokens: readonly Token[];
  readonly #condition: string;
  #next = 0;

  constructor(all: readonly Token[], condition: string) {
    this.#tokens = all;
    this.#condition = condition;
  }

  whole(): boolean {
    const value = this.#either();
    if (this.#next < this.#tokens.length) this.#fail();
    return isTrue(value);
  }

  #either(): unknown {
    let value = this.#both();
    while (this.#takes("||")) {
      const other = this.#both();
      value = isTrue(value) || isTrue(other);
    }
    return value;
  }

  #both(): unknown {
    let value = this.#comparison();
    while (this.#takes("&&")) {
      const other = this.#comparison();
      value = isTrue(value) && isTrue(other);
    }
    return value;
  }

  #comparison(): unknown {
    const left = this.#single();
    const operator = ["==", "!=", "<=", ">=", "<", ">"].find((one) => this.#takes(one));
    return operator === undefined ? left : compared(operator, left, this.#single());
  }

  #single(): unknown {
    if (this.#takes("!")) return !isTrue(this.#single());
    if (this.#takes("(")) {
      const value = this.#either();
      if (!this.#takes(")")) this.#fail();
      return value;
    }
    const token = this.#tokens[this.#next];
    if (token?.kind !== "value") return this.#fail();
    this.#next += 1;
    return token.value;
  }

  #takes(text: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== "operator" || token.text !== text) return false;
    this.#next += 1;
    return true;
  }

  #fail(): never {
    throw new SyntaxError(`${this.#condition} is not a condition`);
  }
}

const isTrue = (value: unknown): boolean => value === true;

function compared(operator: string, left: unknown, right: unknown): boolean {
  const [one, other] = [plain(left), plain(right)];
  if (operator === "==") return one === other;
  if (operator === "!=") return one !== other;
  if (typeof one !== "number" || typeof other !== "number") return false;
  if (operator === "<") return one < other;
  if (operator === ">") return one > other;
  return operator === "<=" ? one <= other : one >= other;
}

const plain = (value: unknown): unknown =>
  typeof value === "string"
    ? value.toLowerCase()
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : value;
