import {
  astToString,
  transformSchema,
  type GlobalContext,
  type OpenAPI3,
  type TransformNodeOptions,
} from "openapi-typescript";
import ts from "typescript";
import { visible } from "../../escape.ts";
import type { Json, JsonObject } from "../../json.ts";
import { schemaTypeName } from "../../names.ts";
import { annotations, typeNode, type TypeVariant } from "./type-nodes.ts";

/**
 * Declares the types of schemas by openapi-typescript, with one change: each is a declaration of its
 * own, so that compilers instantiate and editors show its name.
 *
 * @param types the types by the names of the schemas, in the model's forms
 * @returns the text of the declarations, in the given order
 */
export function declareTypes(types: JsonObject, variant: TypeVariant): string {
  const schemas = Object.entries(types).map(([name, type]): [string, Json] => [
    schemaTypeName(name),
    // A union of one: openapi-typescript asks its hook once for the branch, and twice for all else.
    { ...annotations(type), anyOf: [{ type: modelForm, form: type }] },
  ]);
  const document = { openapi: "3.1.1", components: { schemas: Object.fromEntries(schemas) } };
  const context = createContext(variant);
  const nodes = transformSchema(document as unknown as OpenAPI3, context);
  const text = visible(astToString(schemaMembers(nodes).map(declaration)));
  return context.injectFooter.length === 0 ? text : text + withRequired;
}

/** The text of a type that has no name, on one line. */
export function inlineTypeText(type: Json, nameOf: TypeVariant["nameOf"]): string {
  const variant = { nameOf, isOpen: false };
  const options: TransformNodeOptions = { ctx: createContext(variant) };
  const node = typeNode(type, variant, options);
  onOneLine(node);
  return visible(printer.printNode(ts.EmitHint.Unspecified, node, emptyFile));
}

function onOneLine(node: ts.Node): void {
  ts.setEmitFlags(node, ts.EmitFlags.SingleLine);
  ts.forEachChild(node, onOneLine);
}

const printer = ts.createPrinter();
const emptyFile = ts.createSourceFile("type.ts", "", ts.ScriptTarget.ESNext);

/** As openapi-typescript has it, but that what may be null has no keys by itself: its members can be required all the same. */
const withRequired = `type WithRequired<T, K extends keyof NonNullable<T>> = T & {
    [P in K]-?: NonNullable<T>[P];
};
`;

/** The value of `type` that tells the hook of a schema that is in a form of the model. */
const modelForm = "model";

function createContext(variant: TypeVariant): GlobalContext {
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
    transform(schema, options) {
      const { type, form } = schema as { type?: unknown; form?: Json };
      return type === modelForm ? typeNode(form, variant, options) : undefined;
    },
    transformProperty: undefined,
    resolve: () => undefined,
  };
}

interface SchemaMember {
  readonly name: string;
  readonly signature: ts.PropertySignature;
  readonly type: ts.TypeNode;
}

/** The members of `components["schemas"]`. */
function schemaMembers(nodes: readonly ts.Node[]): SchemaMember[] {
  const components = nodes
    .filter((node) => ts.isInterfaceDeclaration(node))
    .find(({ name }) => name.text === "components");
  const schemas = components?.members.flatMap(propertySignatures);
  const { type } = schemas?.find(({ name }) => name === "schemas") ?? {};
  return type !== undefined && ts.isTypeLiteralNode(type)
    ? type.members.flatMap(propertySignatures)
    : [];
}

function propertySignatures(signature: ts.TypeElement): SchemaMember[] {
  if (!ts.isPropertySignature(signature) || signature.type === undefined) return [];
  const { name, type } = signature;
  // openapi-typescript takes NaN and Infinity for numbers.
  const isNamed = ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name);
  return isNamed ? [{ name: name.text, signature, type }] : [];
}

function declaration({ name, signature, type }: SchemaMember): ts.Node {
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const declared = ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(signature));
}
