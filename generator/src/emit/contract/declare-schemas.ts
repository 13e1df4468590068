import {
  astToString,
  resolveRef,
  transformSchema,
  type GlobalContext,
  type OpenAPI3,
} from "openapi-typescript";
import ts from "typescript";
import type { JsonObject } from "../../json.ts";
import { schemaTypeName } from "../../names.ts";
import { hidePercents } from "./hide-percents.ts";
import { createTypeNodes } from "./type-nodes.ts";

/** What declarations are made from. */
export interface DeclarationTask {
  /** The schemas to declare, by name. */
  readonly wanted: JsonObject;
  /** They and all that they refer to. */
  readonly schemas: JsonObject;
  /** The name of each schema's type. */
  readonly typeNames: ReadonlyMap<string, string>;
}

/** What is said of one schema. */
export interface Declaration {
  /** Its type, with a mark wherever a client is open to values that the description lacks. */
  readonly text: string;
  /** The line of `components["schemas"]` that leads to it. */
  readonly line: string;
}

/**
 * Declares schemas by openapi-typescript, with one change: each is a declaration of its own, so that
 * compilers instantiate and editors show its name.
 */
export function declareSchemas({
  wanted,
  schemas,
  typeNames,
}: DeclarationTask): Map<string, Declaration> {
  const percents = hidePercents({
    openapi: "3.1.1",
    components: { schemas: wanted },
    all: { components: { schemas } },
  });
  const { all, ...document } = percents.document;
  const nodes = transformSchema(
    document as unknown as OpenAPI3,
    createContext(all as unknown as OpenAPI3),
  );
  const names = new Map([...typeNames].map(([name, type]) => [percents.hide(name), type]));
  const typeNameOf = (hidden: string): string => names.get(hidden) ?? schemaTypeName(hidden);
  const components = nodes.find(isComponents);
  const members = components === undefined ? [] : schemaMembers(components);
  const lifted = members.flatMap(({ member, type }) => {
    const name = typeNameOf(memberName(member));
    const reference = ts.factory.createTypeReferenceNode(name);
    return [
      declareType(name, member, type),
      ts.factory.createPropertySignature(undefined, member.name, undefined, reference),
    ];
  });
  const texts = nameReferences(lifted, names).map((node) => percents.show(astToString(node)));
  const declared = members.map(({ member }, index): [string, Declaration] => [
    percents.show(memberName(member)),
    { text: texts[2 * index] ?? "", line: (texts[2 * index + 1] ?? "").trim() },
  ]);
  return new Map(declared);
}

interface SchemaMember {
  readonly member: ts.PropertySignature;
  readonly type: ts.TypeNode;
}

/** The members of `components["schemas"]`. */
function schemaMembers(components: ts.InterfaceDeclaration): SchemaMember[] {
  return components.members.flatMap((section) => {
    if (!ts.isPropertySignature(section) || memberName(section) !== "schemas") return [];
    if (section.type === undefined || !ts.isTypeLiteralNode(section.type)) return [];
    return section.type.members.flatMap((member) =>
      ts.isPropertySignature(member) && member.type !== undefined
        ? [{ member, type: member.type }]
        : [],
    );
  });
}

function createContext(document: OpenAPI3): GlobalContext {
  const options = { silent: true };
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    // A default says what a missing member means; it is no promise that the member is there.
    defaultNonNullable: false,
    // They are constants of the schemas that they choose already.
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    redoc: undefined as never,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: createTypeNodes(),
    transformProperty: undefined,
    resolve: ($ref) => resolveRef(document, $ref, options),
  };
}

function isComponents(node: ts.Node): node is ts.InterfaceDeclaration {
  return ts.isInterfaceDeclaration(node) && node.name.text === "components";
}

function memberName({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : "";
}

function declareType(name: string, schema: ts.PropertySignature, type: ts.TypeNode): ts.Node {
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const declaration = ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(schema));
}

/** Writes `Pet` wherever openapi-typescript writes `components["schemas"]["Pet"]`. */
function nameReferences(nodes: ts.Node[], names: ReadonlyMap<string, string>): ts.Node[] {
  const transform: ts.TransformerFactory<ts.Node> = (context) => (root) => {
    const visit = (node: ts.Node): ts.Node => {
      const schema = schemaReference(node);
      const name = schema === undefined ? undefined : names.get(schema);
      return name === undefined
        ? ts.visitEachChild(node, visit, context)
        : ts.factory.createTypeReferenceNode(name);
    };
    return visit(root);
  };
  return ts.transform(nodes, [transform]).transformed;
}

function schemaReference(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType: section, indexType } = node;
  if (!ts.isIndexedAccessTypeNode(section) || literalText(section.indexType) !== "schemas")
    return undefined;
  const { objectType: components } = section;
  const isRoot =
    ts.isTypeReferenceNode(components) &&
    ts.isIdentifier(components.typeName) &&
    components.typeName.text === "components";
  return isRoot ? literalText(indexType) : undefined;
}

function literalText(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)
    ? node.literal.text
    : undefined;
}
