import type TypeScript from "typescript";

/** Returns the code that gets the error of a call: the `catch` clauses around it, and the handlers of its promise. */
export function errorHandlers(
  ts: typeof TypeScript,
  call: TypeScript.Node,
): readonly TypeScript.Node[] {
  const found: TypeScript.Node[] = [...promiseHandlers(ts, call)];
  for (let at = call; !ts.isFunctionLike(at) && !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (!ts.isTryStatement(parent) || parent.tryBlock !== at) continue;
    if (parent.catchClause?.variableDeclaration !== undefined) found.push(parent.catchClause);
  }
  return found;
}

/** Returns the functions in `call.then(…, handler)` and `call.then(…).catch(handler)` that have a parameter. */
function promiseHandlers(
  ts: typeof TypeScript,
  { parent }: TypeScript.Node,
): readonly TypeScript.Node[] {
  if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) return [];
  const { name, parent: chained } = parent;
  const handler = chained.arguments[name.text === "catch" ? 0 : 1];
  const isRead =
    handler !== undefined &&
    !(ts.isFunctionLike(handler) && handler.parameters.length === 0) &&
    (name.text === "catch" || name.text === "then");
  return [...(isRead ? [handler] : []), ...promiseHandlers(ts, chained)];
}
