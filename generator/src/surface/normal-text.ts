import ts from "typescript";

const { factory } = ts;
const printer = ts.createPrinter({ removeComments: true });

/**
 * Prints a declaration so that equal meanings give equal texts: without comments, with sorted
 * members and union alternatives, and with uniform quotes and parentheses.
 */
export function normalText(node: ts.Node): string {
  const source = node.getSourceFile();
  const { transformed } = ts.transform(node, [
    (context) => {
      const visit = (one: ts.Node): ts.Node =>
        normalNode(ts.visitEachChild(one, visit, context), source);
      return visit;
    },
  ]);
  return printed(transformed[0] ?? node, source);
}

/**
 * Returns the name of a member as in code; empty for a member without one, such as an index
 * signature.
 */
export function memberName({ name }: ts.TypeElement | ts.ClassElement): string {
  if (name === undefined) return "";
  return ts.isComputedPropertyName(name) ? printed(name, name.getSourceFile()) : name.text;
}

/** Compares texts by code units, whatever the language of the machine. */
export function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

const printed = (node: ts.Node, source: ts.SourceFile): string =>
  printer.printNode(ts.EmitHint.Unspecified, node, source);

function normalNode(node: ts.Node, source: ts.SourceFile): ts.Node {
  // The printer adds the parentheses that are needed.
  if (ts.isParenthesizedTypeNode(node)) return node.type;
  if (ts.isUnionTypeNode(node)) {
    const types = new Map(node.types.map((one) => [printed(one, source), one]));
    const sorted = [...types].toSorted(([one], [other]) => inOrder(one, other));
    return factory.createUnionTypeNode(sorted.map(([, one]) => one));
  }
  if (ts.isStringLiteral(node)) return factory.createStringLiteral(node.text);
  if (ts.isPropertySignature(node) && ts.isStringLiteral(node.name) && isIdentifier(node.name.text))
    return factory.updatePropertySignature(
      node,
      node.modifiers,
      factory.createIdentifier(node.name.text),
      node.questionToken,
      node.type,
    );
  if (ts.isTypeLiteralNode(node)) return factory.createTypeLiteralNode(sortedMembers(node.members));
  if (ts.isInterfaceDeclaration(node))
    return factory.createInterfaceDeclaration(
      undefined,
      node.name,
      node.typeParameters,
      node.heritageClauses,
      sortedMembers(node.members),
    );
  if (ts.isClassDeclaration(node))
    return factory.createClassDeclaration(
      undefined,
      node.name,
      node.typeParameters,
      node.heritageClauses,
      sortedMembers(node.members),
    );
  return isStatement(node) ? withoutModifiers(node) : node;
}

const isIdentifier = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

/** Sorts members by name. Overloads keep their order, which has a meaning. */
function sortedMembers<Member extends ts.TypeElement | ts.ClassElement>(
  members: readonly Member[],
): Member[] {
  return members.toSorted((one, other) => inOrder(nameOf(one), nameOf(other)));
}

/** Returns the name of a member that may be synthetic and have no source file. */
function nameOf({ name }: ts.TypeElement | ts.ClassElement): string {
  return name !== undefined && "text" in name ? name.text : "";
}

const isStatement = (
  node: ts.Node,
): node is ts.TypeAliasDeclaration | ts.FunctionDeclaration | ts.EnumDeclaration =>
  ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isEnumDeclaration(node);

/** Removes `export` and `declare`: whether a name is exported is determined elsewhere. */
function withoutModifiers(
  node: ts.TypeAliasDeclaration | ts.FunctionDeclaration | ts.EnumDeclaration,
): ts.Node {
  if (ts.isTypeAliasDeclaration(node))
    return factory.createTypeAliasDeclaration(undefined, node.name, node.typeParameters, node.type);
  if (ts.isEnumDeclaration(node))
    return factory.createEnumDeclaration(undefined, node.name, node.members);
  return factory.createFunctionDeclaration(
    undefined,
    undefined,
    node.name,
    node.typeParameters,
    node.parameters,
    node.type,
    undefined,
  );
}
