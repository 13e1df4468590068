import ts from "typescript";

const { factory } = ts;
const printer = ts.createPrinter({ removeComments: true });

/**
 * Prints a node of declarations so that one meaning has one text: without comments, members and the alternatives of unions
 * in alphabetical order, and one way of quotes and parentheses.
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

/** The name of a member as code has it; empty of one that has none, such as an index signature. */
export function memberName({ name }: ts.TypeElement | ts.ClassElement): string {
  if (name === undefined) return "";
  return ts.isComputedPropertyName(name) ? printed(name, name.getSourceFile()) : name.text;
}

/** The order of code units, whatever the language of the machine. */
export function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

const printed = (node: ts.Node, source: ts.SourceFile): string =>
  printer.printNode(ts.EmitHint.Unspecified, node, source);

function normalNode(node: ts.Node, source: ts.SourceFile): ts.Node {
  // What needs parentheses gets them when the type around it is made.
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

/** Members by name; overloads stay in their order, which has a meaning. */
function sortedMembers<Member extends ts.TypeElement | ts.ClassElement>(
  members: readonly Member[],
): Member[] {
  return members.toSorted((one, other) => inOrder(nameOf(one), nameOf(other)));
}

/** The name of a member that may be a new one, which has no place in a source. */
function nameOf({ name }: ts.TypeElement | ts.ClassElement): string {
  return name !== undefined && "text" in name ? name.text : "";
}

const isStatement = (
  node: ts.Node,
): node is ts.TypeAliasDeclaration | ts.FunctionDeclaration | ts.EnumDeclaration =>
  ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isEnumDeclaration(node);

/** A declaration without `export` and `declare`: whether it is exported is known of its name. */
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
