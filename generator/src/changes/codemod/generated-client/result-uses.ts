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
  if (ts.isPropertyAccessExpression(awaited)) return ofHandler(ts, checker, awaited);
  if (ts.isArrayLiteralExpression(awaited)) return ofElement(ts, checker, call, awaited);
  if (!ts.isAwaitExpression(awaited)) return undefined;
  const user = outOfParentheses(ts, awaited);
  if (ts.isExpressionStatement(user)) return { kind: "none" };
  if (ts.isPropertyAccessExpression(user)) return { kind: "member", access: user };
  return ts.isVariableDeclaration(user) ? ofName(ts, checker, user) : undefined;
}

/** The use of `call.then((answer) => …)`. */
function ofHandler(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  { name, parent }: TypeScript.PropertyAccessExpression,
): ResultUse | undefined {
  const handler = ts.isCallExpression(parent) ? parent.arguments[0] : undefined;
  if (name.text !== "then" || handler === undefined || !ts.isArrowFunction(handler))
    return undefined;
  const [parameter] = handler.parameters;
  return parameter === undefined ? { kind: "none" } : ofName(ts, checker, parameter);
}

/** The use of `const [answer] = await Promise.all([call])`. */
function ofElement(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  call: TypeScript.CallExpression,
  list: TypeScript.ArrayLiteralExpression,
): ResultUse | undefined {
  const all = list.parent;
  if (!ts.isCallExpression(all) || all.expression.getText() !== "Promise.all") return undefined;
  const awaited = outOfParentheses(ts, all);
  const user = ts.isAwaitExpression(awaited) ? outOfParentheses(ts, awaited) : undefined;
  if (user !== undefined && ts.isExpressionStatement(user)) return { kind: "none" };
  if (user === undefined || !ts.isVariableDeclaration(user) || user.type !== undefined)
    return undefined;
  const index = list.elements.findIndex((one) => one.pos <= call.pos && call.end <= one.end);
  const isSpread = list.elements.slice(0, index + 1).some((one) => ts.isSpreadElement(one));
  if (!ts.isArrayBindingPattern(user.name) || isSpread) return undefined;
  const { elements } = user.name;
  const element = elements[index];
  if (elements.slice(0, index + 1).some((one) => ts.isBindingElement(one) && one.dotDotDotToken))
    return undefined;
  if (element === undefined || ts.isOmittedExpression(element)) return { kind: "none" };
  return element.initializer === undefined ? ofName(ts, checker, element) : undefined;
}

/** The use of a result that has a name: all of its members that are read. */
function ofName(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  declaration:
    TypeScript.VariableDeclaration | TypeScript.ParameterDeclaration | TypeScript.BindingElement,
): ResultUse | undefined {
  const { name } = declaration;
  if (!ts.isBindingElement(declaration) && declaration.type !== undefined) return undefined;
  if (ts.isObjectBindingPattern(name)) return { kind: "pattern", pattern: name };
  return ts.isIdentifier(name) ? ofVariable(ts, checker, name) : undefined;
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
