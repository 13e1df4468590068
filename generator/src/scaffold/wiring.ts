import { ts } from "ts-morph";
import { importSpecifiers, importedName } from "./imports.ts";

/** The handlers of a tag in the index: an object literal, or some other expression, which is not analysed. */
export type GroupWiring =
  | { readonly kind: "object"; readonly object: ts.ObjectLiteralExpression }
  | { readonly kind: "other" };

/** Returns the object literal that is the server's `Handlers` in an index; `undefined` if there is none. */
export function findWiring(
  tree: ts.SourceFile,
  module: string,
): ts.ObjectLiteralExpression | undefined {
  return findTyped(tree, module, "Handlers", ["partial", "createServer"]);
}

/**
 * Returns the object literal that is the server's `SecurityVerifiers` in a file; `undefined` if there is
 * none.
 */
export function findVerifiers(
  tree: ts.SourceFile,
  module: string,
): ts.ObjectLiteralExpression | undefined {
  return findTyped(tree, module, "SecurityVerifiers", []);
}

/**
 * Finds an object literal with a type from a module.
 *
 * @param functions functions of the module whose first argument has the type
 */
function findTyped(
  tree: ts.SourceFile,
  module: string,
  typeName: string,
  functions: readonly string[],
): ts.ObjectLiteralExpression | undefined {
  const names = new Map(
    importSpecifiers(tree, module).map((one) => [one.name.text, importedName(one)]),
  );
  const isTyped = (type: ts.TypeNode | undefined): boolean =>
    type !== undefined &&
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    names.get(type.typeName.text) === typeName;
  const isTaking = (called: string): boolean => functions.includes(names.get(called) ?? "");
  const find = (node: ts.Node): ts.ObjectLiteralExpression | undefined => {
    const given = typedBy(node, isTyped, isTaking);
    const object = given && objectOf(tree, given);
    return object ?? ts.forEachChild(node, find);
  };
  for (const statement of tree.statements) {
    const object = ts.isImportDeclaration(statement) ? undefined : find(statement);
    if (object !== undefined) return object;
  }
  return undefined;
}

/** Returns the expression to which a node gives the type. */
function typedBy(
  node: ts.Node,
  isTyped: (type: ts.TypeNode | undefined) => boolean,
  isTaking: (called: string) => boolean,
): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node) && isTyped(node.type)) return node.initializer;
  if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node))
    return isTyped(node.type) ? node.expression : undefined;
  if (ts.isFunctionLike(node) && isTyped(node.type)) {
    const { body } = node as ts.FunctionLikeDeclaration;
    if (body === undefined || !ts.isBlock(body)) return body;
    return body.statements.findLast(ts.isReturnStatement)?.expression;
  }
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  return isTaking(node.expression.text) ? node.arguments[0] : undefined;
}

/** Returns the object literal that an expression evaluates to, following constants of its file. */
function objectOf(
  tree: ts.SourceFile,
  expression: ts.Expression,
  depth = 0,
): ts.ObjectLiteralExpression | undefined {
  if (depth > 10) return undefined;
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  )
    return objectOf(tree, expression.expression, depth + 1);
  const [argument] = ts.isCallExpression(expression) ? expression.arguments : [];
  if (argument !== undefined) return objectOf(tree, argument, depth + 1);
  if (!ts.isIdentifier(expression)) return undefined;
  const declarations = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const { initializer } =
    declarations.find(({ name }) => ts.isIdentifier(name) && name.text === expression.text) ?? {};
  return initializer && objectOf(tree, initializer, depth + 1);
}

/** Finds a member of an object literal by name. */
export function memberOf(
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((member) => memberName(member) === name);
}

function memberName({ name }: ts.ObjectLiteralElementLike): string | undefined {
  if (name === undefined) return undefined;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** True if an object has members that its text does not name. */
export function hasSpread(object: ts.ObjectLiteralExpression): boolean {
  return object.properties.some((member) => memberName(member) === undefined);
}

/** Returns the handlers of a tag; `undefined` if the index does not have the tag. */
export function groupWiring(
  root: ts.ObjectLiteralExpression,
  group: string,
): GroupWiring | undefined {
  const member = memberOf(root, group);
  if (member === undefined) return undefined;
  const value = valueOf(member);
  const object = value && objectOf(root.getSourceFile(), value);
  return object === undefined ? { kind: "other" } : { kind: "object", object };
}

/** Returns the value of a member; for a shorthand, its name. */
export function valueOf(member: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(member)) return member.initializer;
  return ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** Returns the name of the store in the index: a parameter of the enclosing function. */
export function storeName(root: ts.Node): string | undefined {
  for (let node: ts.Node | undefined = root.parent; node !== undefined; node = node.parent) {
    const [first] = ts.isFunctionLike(node) ? node.parameters : [];
    if (first !== undefined && ts.isIdentifier(first.name)) return first.name.text;
  }
  return undefined;
}
