import { StructureKind, type StatementStructures } from "ts-morph";
import type { NamedSchema, Operation } from "@openapi-packages/description/model/api-model";
import { Expression, type DataConst } from "@openapi-packages/compiler/compile/data";
import { renamedDocumentation } from "../documentation.ts";

/** Declares a deprecated alias of a type. */
export const earlierType = (name: string, of: string): StatementStructures => ({
  kind: StructureKind.TypeAlias,
  name,
  isExported: true,
  docs: renamedDocumentation(of),
  type: of,
});

/** Declares a deprecated alias of a constant. */
export const earlierConstant = (name: string, of: string): DataConst => ({
  name,
  type: `typeof ${of}`,
  docs: renamedDocumentation(of),
  value: new Expression(of),
});

/** Declares deprecated aliases of an operation's input and result types. */
export function earlierTypes(operation: Operation): StatementStructures[] {
  return operation.earlierNames.flatMap((one) => [
    earlierType(one.inputTypeName, operation.inputTypeName),
    earlierType(one.resultTypeName, operation.resultTypeName),
  ]);
}

/** Declares deprecated aliases of an operation's constants. */
export function earlierConstants({ variableName, earlierNames }: Operation): DataConst[] {
  return earlierNames.map((one) => earlierConstant(one.variableName, variableName));
}

/** Prints deprecated aliases of the types of schemas. */
export function earlierSchemaTypes(schemas: readonly NamedSchema[]): string {
  const aliases = schemas.flatMap(({ typeName, earlierNames }) =>
    earlierNames.map((name) => earlierTypeText(name, typeName)),
  );
  return aliases.join("");
}

/** Prints a deprecated alias of a type. */
export const earlierTypeText = (name: string, of: string): string =>
  `/** @deprecated Use \`${of}\`. */\nexport type ${name} = ${of};\n`;

/** Prints a deprecated alias of a constant. */
export const earlierConstantText = (name: string, of: string): string =>
  `/** @deprecated Use \`${of}\`. */\nexport const ${name}: typeof ${of} = ${of};\n`;
