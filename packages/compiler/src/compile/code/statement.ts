/** A statement of compiled code: a line, a block, or a choice between blocks. */
export type Statement = string | Block | Choice;

/** `head { body }`: a loop, a `switch` or a case of it, a labelled block, a function. */
interface Block {
  readonly head: string;
  readonly body: readonly Statement[];
}

/** `if (condition) { body } else { otherwise }`. */
interface Choice {
  readonly condition: string;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

/** Creates a block, or no statement if the body is empty. */
export function block(head: string, body: readonly Statement[]): Statement[] {
  return body.length === 0 ? [] : [{ head, body: withoutBraces(body) }];
}

/** Unwraps a nested block without a head when it is the only statement. */
function withoutBraces(body: readonly Statement[]): readonly Statement[] {
  const [only] = body;
  return body.length === 1 && typeof only === "object" && "head" in only && only.head === ""
    ? only.body
    : body;
}

/**
 * Creates an `if` statement, or none if both branches are empty. Nested `if` statements without
 * `else` are merged into one condition.
 */
export function when(
  condition: string,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement[] {
  if (body.length === 0 && otherwise.length === 0) return [];
  const [inner] = body;
  if (body.length > 1 || otherwise.length > 0 || !isChoice(inner) || inner.otherwise.length > 0)
    return [{ condition, body: withoutBraces(body), otherwise: withoutBraces(otherwise) }];
  return [{ ...inner, condition: `${operand(condition)} && ${operand(inner.condition)}` }];
}

const operand = (condition: string): string =>
  condition.includes(" || ") && !/^!\(.*\)$/s.test(condition) ? `(${condition})` : condition;

function isChoice(statement: Statement | undefined): statement is Choice {
  return typeof statement === "object" && "condition" in statement;
}

/** Builds the condition that all tests fail. */
export function noneOf(tests: readonly string[]): string {
  const [test] = tests;
  if (test === undefined) return "true";
  if (tests.length !== 1) return `!(${tests.join(" || ")})`;
  return test.includes(" === ") ? test.replace(" === ", " !== ") : `!${test}`;
}

/** Prints statements as lines, indented by nesting. */
export function linesOf(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => {
    if (typeof statement === "string") return [statement];
    if (isChoice(statement)) return choiceLines(statement, "");
    return [`${statement.head} {`.trimStart(), ...indented(statement.body), "}"];
  });
}

function choiceLines({ condition, body, otherwise }: Choice, before: string): string[] {
  const opening = `${before}if (${condition})`;
  const [line] = body;
  if (body.length === 1 && typeof line === "string")
    return [`${opening} ${line}`, ...elseLines(otherwise, "else ")];
  const lines = [`${opening} {`, ...indented(body)];
  if (otherwise.length === 0) return [...lines, "}"];
  return [...lines, ...elseLines(otherwise, "} else ")];
}

function elseLines(otherwise: readonly Statement[], before: string): string[] {
  const [first] = otherwise;
  if (first === undefined) return [];
  if (otherwise.length > 1) return [`${before}{`, ...indented(otherwise), "}"];
  if (isChoice(first)) return choiceLines(first, before);
  return typeof first === "string" ? [before + first] : [`${before}{`, ...indented(otherwise), "}"];
}

const indented = (statements: readonly Statement[]): string[] =>
  linesOf(statements).map((line) => `  ${line}`);

/** Prints a function declaration. */
export function functionText(
  name: string,
  parameters: readonly string[],
  body: readonly Statement[],
): string {
  const head = `function ${name}(${parameters.join(", ")})`;
  return linesOf([{ head, body: withoutBraces(body) }]).join("\n");
}
