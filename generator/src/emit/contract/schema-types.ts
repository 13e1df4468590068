import {
  astToString,
  resolveRef,
  scanDiscriminators,
  transformSchema,
  type GlobalContext,
  type OpenAPI3,
} from "openapi-typescript";
import ts from "typescript";
import type { JsonObject } from "../../load/json.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { schemaTypeName } from "../../names.ts";
import { isBinary } from "./assertions.ts";

/**
 * The types of all schemas and paths, by openapi-typescript, with one change: each schema is a
 * declaration of its own, so that compilers instantiate and editors show its name.
 */
export function schemaTypes(model: ApiModel): string {
  // openapi-typescript writes into what it reads: discriminators become members of the schemas.
  const document = structuredClone(model.document) as unknown as OpenAPI3;
  const nodes = transformSchema(document, createContext(document));
  const names = new Map(model.schemas.map((schema) => [schema.name, schema.typeName]));
  const lifted = nodes.flatMap((node) => (isComponents(node) ? liftSchemas(node) : [node]));
  return astToString(nameReferences(lifted, names));
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
    discriminators: scanDiscriminators(document, options),
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
    transform: (schema) =>
      isBinary(schema as unknown as JsonObject)
        ? ts.factory.createTypeReferenceNode("Blob")
        : undefined,
    transformProperty: undefined,
    resolve: ($ref) => resolveRef(document, $ref, options),
  };
}

function isComponents(node: ts.Node): node is ts.InterfaceDeclaration {
  return ts.isInterfaceDeclaration(node) && node.name.text === "components";
}

/** Moves the members of `components["schemas"]` to declarations, and leaves their names behind. */
function liftSchemas(components: ts.InterfaceDeclaration): ts.Node[] {
  const declarations: ts.Node[] = [];
  const members = components.members.map((section) => {
    if (!ts.isPropertySignature(section) || memberName(section) !== "schemas") return section;
    if (section.type === undefined || !ts.isTypeLiteralNode(section.type)) return section;
    const schemas = section.type.members.map((schema) => {
      if (!ts.isPropertySignature(schema) || schema.type === undefined) return schema;
      const name = schemaTypeName(memberName(schema));
      declarations.push(declareType(name, schema, schema.type));
      const reference = ts.factory.createTypeReferenceNode(name);
      return ts.factory.createPropertySignature(undefined, schema.name, undefined, reference);
    });
    return ts.factory.createPropertySignature(
      undefined,
      section.name,
      undefined,
      ts.factory.createTypeLiteralNode(schemas),
    );
  });
  return [
    ...declarations,
    ts.factory.createInterfaceDeclaration(
      components.modifiers,
      components.name,
      undefined,
      undefined,
      members,
    ),
  ];
}

function memberName({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
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
