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
    const read = literalMember(ts, one);
    if (read === undefined) return undefined;
    members.set(...read);
  }
  return members;
}

/** Returns the name and the member that a property of an object literal writes; `undefined` for a spread. */
export function literalMember(
  ts: typeof TypeScript,
  node: TypeScript.ObjectLiteralElementLike,
): readonly [name: string, member: LiteralMember] | undefined {
  if (ts.isShorthandPropertyAssignment(node)) return [node.name.text, { node, value: node.name }];
  return ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name)
    ? [node.name.text, { node, value: node.initializer }]
    : undefined;
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
