import type TypeScript from "typescript";

/** How the code around a call uses its result. */
export type ResultUse =
  /** `await call;` */
  | { readonly kind: "none" }
  /** `(await call).data` */
  | { readonly kind: "member"; readonly access: TypeScript.PropertyAccessExpression }
  /** `const { data } = await call;` */
  | { readonly kind: "pattern"; readonly pattern: TypeScript.ObjectBindingPattern }
  /** `const answer = await call;`, of which members alone are read. */
  | {
      readonly kind: "variable";
      readonly accesses: readonly TypeScript.PropertyAccessExpression[];
    };

/**
 * Finds how the code around a call uses its result.
 *
 * @returns `undefined` if the result is passed on, so that nobody knows which members are read
 */
export function resultUse(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  call: TypeScript.CallExpression,
): ResultUse | undefined {
  const awaited = outOfParentheses(ts, call);
  if (!ts.isAwaitExpression(awaited)) return undefined;
  const user = outOfParentheses(ts, awaited);
  if (ts.isExpressionStatement(user)) return { kind: "none" };
  if (ts.isPropertyAccessExpression(user)) return { kind: "member", access: user };
  if (!ts.isVariableDeclaration(user) || user.type !== undefined) return undefined;
  if (ts.isObjectBindingPattern(user.name)) return { kind: "pattern", pattern: user.name };
  return ts.isIdentifier(user.name) ? ofVariable(ts, checker, user.name) : undefined;
}

/** Returns the node around a node and its parentheses. */
function outOfParentheses(ts: typeof TypeScript, { parent }: TypeScript.Node): TypeScript.Node {
  return ts.isParenthesizedExpression(parent) ? outOfParentheses(ts, parent) : parent;
}

function ofVariable(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  name: TypeScript.Identifier,
): ResultUse | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const accesses: TypeScript.PropertyAccessExpression[] = [];
  let isPassedOn = false;
  const visit = (node: TypeScript.Node): void => {
    const { parent } = node;
    if (ts.isIdentifier(node) && node !== name && isOf(node)) {
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
        accesses.push(parent);
      else isPassedOn = true;
    }
    ts.forEachChild(node, visit);
  };
  const isOf = (node: TypeScript.Identifier): boolean =>
    node.text === name.text &&
    (ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)) === symbol;
  visit(name.getSourceFile());
  return isPassedOn ? undefined : { kind: "variable", accesses };
}

/** Returns the names of the members that are read, or `undefined` if a pattern has more than names. */
export function membersRead(ts: typeof TypeScript, use: ResultUse): readonly string[] | undefined {
  if (use.kind === "none") return [];
  if (use.kind === "member") return [use.access.name.text];
  if (use.kind === "variable") return use.accesses.map(({ name }) => name.text);
  const names = use.pattern.elements.map(({ propertyName, name, dotDotDotToken, initializer }) => {
    const read = propertyName ?? name;
    const isPlain = dotDotDotToken === undefined && initializer === undefined;
    return isPlain && ts.isIdentifier(read) ? read.text : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}
