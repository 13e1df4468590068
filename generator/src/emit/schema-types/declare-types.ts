import { NEVER, addJSDocComment, astToString } from "openapi-typescript/dist/lib/ts.mjs";
import ts from "typescript";
import { visible } from "@openapi-packages/description/text/escape";
import type { ComponentSchemas, Schema } from "@openapi-packages/description/model/schema/schema";
import { schemaTypeName } from "@openapi-packages/description/names/names";
import type { GrowingEnums } from "./growing-enums.ts";
import { TypeNodes, documentationOf } from "./type-nodes.ts";

/**
 * Declares the type of each component under its own name, by which compilers and editors refer to
 * it.
 *
 * @param nameOf returns the name of a component's type in the module
 * @param growing the enums that may get more values, through a type parameter; omitted: there are
 * none
 * @returns the text of the declarations, in the given order
 */
export function declareTypes(
  schemas: ComponentSchemas,
  nameOf: (schema: string) => string,
  growing?: GrowingEnums,
): string {
  const helpers: ts.Node[] = [];
  const closed = growing?.default === undefined ? undefined : withoutOthers(growing);
  const declarations = Object.entries(schemas).map(([name, { schema, annotations }]) => {
    const own = growing?.hasParameter(name) === true ? growing : undefined;
    const nodes = new TypeNodes(nameOf, own ?? closed, helpers);
    const declared = declaration(schemaTypeName(name), nodes.of(schema), own);
    addJSDocComment(documentationOf(annotations), declared as ts.PropertySignature);
    return declared;
  });
  const text = visible(astToString(declarations));
  return helpers.length === 0 ? text : text + withRequired;
}

/** Makes types without the type parameter pass `never` to those that have it. */
const withoutOthers = (growing: GrowingEnums): GrowingEnums => ({
  hasParameter: (schema) => growing.hasParameter(schema),
  isGrowing: () => false,
  unlisted: () => undefined,
  parameter: "never",
});

/** Prints a type without a name, on one line. */
export function inlineTypeText(schema: Schema, nameOf: (schema: string) => string): string {
  const node = new TypeNodes(nameOf).of(schema);
  onOneLine(node);
  return visible(printer.printNode(ts.EmitHint.Unspecified, node, emptyFile));
}

function onOneLine(node: ts.Node): void {
  ts.setEmitFlags(node, ts.EmitFlags.SingleLine);
  ts.forEachChild(node, onOneLine);
}

const printer = ts.createPrinter();
const emptyFile = ts.createSourceFile("type.ts", "", ts.ScriptTarget.ESNext);

/**
 * openapi-typescript's helper, extended to nullable types: they have no keys, but their members can
 * still be required.
 */
const withRequired = `type WithRequired<T, K extends keyof NonNullable<T>> = T & {
    [P in K]-?: NonNullable<T>[P];
};
`;

function declaration(name: string, type: ts.TypeNode, growing: GrowingEnums | undefined): ts.Node {
  const parameters = growing && [typeParameter(growing)];
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  return ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(exported, name, parameters, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(exported, name, parameters, type);
}

function typeParameter({ parameter, default: given }: GrowingEnums): ts.TypeParameterDeclaration {
  const byDefault = given === undefined ? NEVER : ts.factory.createTypeReferenceNode(given);
  return ts.factory.createTypeParameterDeclaration(undefined, parameter, undefined, byDefault);
}
