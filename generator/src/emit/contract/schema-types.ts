import {
  astToString,
  resolveRef,
  transformSchema,
  type GlobalContext,
  type OpenAPI3,
} from "openapi-typescript";
import ts from "typescript";
import { objectMember } from "../../load/json.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { schemaTypeName } from "../../names.ts";
import { enumConstants } from "./enum-constants.ts";
import { hidePercents } from "./hide-percents.ts";
import { createTypeNodes } from "./type-nodes.ts";

/** The types of a description as text. */
export interface SchemaTypes {
  /** The contract's module: the types of all schemas, and the constants of enums. */
  readonly text: string;
  /** The declaration of each schema by the name of its type. */
  readonly open: ReadonlyMap<string, OpenType>;
  /** What the declarations may refer to beside each other. */
  readonly helpers: string;
}

/** A declaration as clients have it. */
export interface OpenType {
  /** Enums are open to values that the description lacks. */
  readonly text: string;
  /** Whether there are such enums in it. */
  readonly isOpen: boolean;
}

const printed = new WeakMap<ApiModel, SchemaTypes>();

/**
 * The types of all schemas, by openapi-typescript, with one change: each schema is a
 * declaration of its own, so that compilers instantiate and editors show its name. Printed once for
 * a model however many emitters ask.
 */
export function schemaTypes(model: ApiModel): SchemaTypes {
  const known = printed.get(model);
  if (known !== undefined) return known;
  const types = printTypes(model);
  printed.set(model, types);
  return types;
}

function printTypes(model: ApiModel): SchemaTypes {
  const schemas = objectMember(objectMember(model.typeDocument, "components"), "schemas") ?? {};
  const percents = hidePercents({ openapi: "3.1.1", components: { schemas } });
  const document = percents.document as unknown as OpenAPI3;
  const nodes = transformSchema(document, createContext(document)).filter(
    (node) => !isEmptyRoot(node),
  );
  const names = new Map(model.schemas.map(({ name, typeName }) => [percents.hide(name), typeName]));
  const lifted = nodes.flatMap((node) => (isComponents(node) ? liftSchemas(node) : [node]));
  const texts: string[] = [];
  const open = new Map<string, OpenType>();
  let helpers = "";
  for (const node of nameReferences(lifted, names)) {
    const text = ofNullable(node, percents.show(astToString(node)));
    const closed = text.replace(openMark, "");
    texts.push(closed);
    if (!isDeclaration(node)) continue;
    if (!isExported(node)) helpers += text;
    else
      open.set(node.name.text, {
        text: text.replace(openMark, " | ($1 & {})"),
        isOpen: closed !== text,
      });
  }
  return { text: texts.join("") + enumConstants(model), open, helpers };
}

/** What may be null has no keys by itself, but its members can be required all the same. */
function ofNullable(node: ts.Node, text: string): string {
  if (!isDeclaration(node) || node.name.text !== "WithRequired") return text;
  return text.replace("keyof T>", "keyof NonNullable<T>>").replace("T[P]", "NonNullable<T>[P]");
}

/** The roots of an OpenAPI document that are printed elsewhere, or not at all. */
const emptyRoots = new Set(["$defs", "operations", "paths", "webhooks"]);

function isEmptyRoot(node: ts.Node): boolean {
  return isDeclaration(node) && emptyRoots.has(node.name.text);
}

function isDeclaration(node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function isExported({ modifiers }: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Control characters are escaped in what is printed, and so are quotes within it: nothing else reads like this. */
const openMark = / \| "\\u0001open (string|number)"/g;

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
