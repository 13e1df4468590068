import type TypeScript from "typescript";

/** A member of an object literal. */
export interface LiteralMember {
  readonly node: TypeScript.PropertyAssignment | TypeScript.ShorthandPropertyAssignment;
  /** Its value; for `{ path }`, the name. */
  readonly value: TypeScript.Expression;
}

/** Returns the members of an object literal by name; `undefined` for all else, such as `{ ...given }`. */
export function literalMembers(
  ts: typeof TypeScript,
  node: TypeScript.Node,
): ReadonlyMap<string, LiteralMember> | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const members = new Map<string, LiteralMember>();
  for (const one of node.properties) {
    if (ts.isShorthandPropertyAssignment(one))
      members.set(one.name.text, { node: one, value: one.name });
    else if (ts.isPropertyAssignment(one) && !ts.isComputedPropertyName(one.name))
      members.set(one.name.text, { node: one, value: one.initializer });
    else return undefined;
  }
  return members;
}

/** Returns the value of a member of an object literal, whatever else the literal has. */
export function memberValue(
  ts: typeof TypeScript,
  node: TypeScript.Node,
  name: string,
): TypeScript.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find(
    (one) => one.name !== undefined && one.name.getText() === name,
  );
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}
