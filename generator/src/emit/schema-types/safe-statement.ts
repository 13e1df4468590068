import ts from "typescript";

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Matches the name of a type of a component, which openapi-typescript writes as one identifier. */
const componentType = /^components\['(\w+)'\]\['([^]*)'\]$/;

/**
 * Returns a statement of openapi-typescript without the names that it takes from the description unquoted: of
 * members of enums, and of types of components at the top level.
 */
export function safeStatement(statement: ts.Node): ts.Node {
  if (ts.isEnumDeclaration(statement)) return safeEnum(statement);
  if (ts.isTypeAliasDeclaration(statement)) return safeAlias(statement);
  return statement;
}

function safeEnum(statement: ts.EnumDeclaration): ts.Node {
  const members = statement.members.map((member) => {
    const { name } = member;
    if (!ts.isIdentifier(name) || identifier.test(name.text)) return member;
    const text = name.text.replace(/^"([^]*)"$/, "$1");
    const safe = ts.factory.createStringLiteral(text);
    return ts.setSyntheticLeadingComments(
      ts.factory.createEnumMember(safe, member.initializer),
      ts.getSyntheticLeadingComments(member),
    );
  });
  return ts.factory.updateEnumDeclaration(statement, statement.modifiers, statement.name, members);
}

function safeAlias(statement: ts.TypeAliasDeclaration): ts.Node {
  const { modifiers, name, typeParameters, type } = statement;
  const [, section, component] = componentType.exec(writtenName(type)) ?? [];
  if (section === undefined || component === undefined) return statement;
  const own = name.text.replace(/[^\p{ID_Continue}$]/gu, "_").replace(/^(?=\p{Nd})/u, "_");
  return ts.factory.updateTypeAliasDeclaration(
    statement,
    modifiers,
    ts.factory.createIdentifier(own),
    typeParameters,
    memberType(memberType(ts.factory.createTypeReferenceNode("components"), section), component),
  );
}

const writtenName = (type: ts.TypeNode): string =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? type.typeName.text : "";

const memberType = (type: ts.TypeNode, name: string): ts.TypeNode =>
  ts.factory.createIndexedAccessTypeNode(
    type,
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(name)),
  );
