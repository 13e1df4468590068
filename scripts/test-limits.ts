import ts from "typescript";

/** A time limit that a test sets itself. */
export interface TestLimit {
  /** The line of the limit, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The offsets of its start and end in the file. */
  readonly start: number;
  readonly end: number;
}

const tests = /^(?:test|it|describe)$/;
const hooks = /^(?:before|after)(?:All|Each)$/;

/**
 * Finds the time limits of tests, hooks and polls in a test file. Limits belong in vitest.config.ts and are only for
 * deadlocks, because the duration of a test depends on the load of the machine. `vi.waitFor` and `vi.waitUntil` count
 * too: their limit of one second cannot be configured.
 */
export function testLimits(path: string, text: string): TestLimit[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const limits: TestLimit[] = [];
  const add = (node: ts.Node): void => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    limits.push({ line, text: node.getText(source), start, end: node.end });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) for (const limit of limitsOf(node)) add(limit);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return limits;
}

function limitsOf(call: ts.CallExpression): ts.Node[] {
  const { expression } = call;
  const callee = expression.getText();
  if (/^vi\.(?:waitFor|waitUntil)$/.test(callee)) return [expression];
  if (callee === "vi.setConfig") return members(call, /^(?:test|hook|teardown)Timeout$/);
  if (callee === "expect.poll") return members(call, /^timeout$/);
  const root = rootOf(expression);
  if (!tests.test(root) && !hooks.test(root)) return [];
  const last = call.arguments.at(-1);
  const isNumber = last !== undefined && call.arguments.length > 1 && !isBody(last);
  const hasBody = call.arguments.some(isBody);
  return [
    ...(hasBody ? members(call, /^timeout$/) : []),
    ...(hasBody && isNumber && !ts.isObjectLiteralExpression(last) ? [last] : []),
  ];
}

const isBody = (node: ts.Node): boolean =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** The first name of a callee: `test` of `test.skipIf(a).each(b)`. */
function rootOf(node: ts.Expression): string {
  if (
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isTaggedTemplateExpression(node)
  )
    return rootOf(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  return ts.isIdentifier(node) ? node.text : "";
}

/** The members with a matching name in the objects that are arguments of a call. */
const members = (call: ts.CallExpression, name: RegExp): ts.Node[] =>
  call.arguments
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties.filter((one) => name.test(one.name?.getText() ?? "")));
