import { StructureKind, type StatementStructures } from "ts-morph";
import type { NamedSchema, Operation } from "../../model/api-model.ts";
import { Expression, type DataConst } from "../../compile/data.ts";
import { renamedDocumentation } from "../documentation.ts";

/** A type under an earlier name. */
export const earlierType = (name: string, of: string): StatementStructures => ({
  kind: StructureKind.TypeAlias,
  name,
  isExported: true,
  docs: renamedDocumentation(of),
  type: of,
});

/** A constant under an earlier name. */
export const earlierConstant = (name: string, of: string): DataConst => ({
  name,
  type: `typeof ${of}`,
  docs: renamedDocumentation(of),
  value: new Expression(of),
});

/** The types of an operation's input and result under the names that they had. */
export function earlierTypes(operation: Operation): StatementStructures[] {
  return operation.earlierNames.flatMap((one) => [
    earlierType(one.inputTypeName, operation.inputTypeName),
    earlierType(one.resultTypeName, operation.resultTypeName),
  ]);
}

/** The constants of an operation under the names that they had: its row of the operation table, and its function. */
export function earlierConstants({ variableName, earlierNames }: Operation): DataConst[] {
  return earlierNames.map((one) => earlierConstant(one.variableName, variableName));
}

/** The types of schemas under the names that they had, as text. */
export function earlierSchemaTypes(schemas: readonly NamedSchema[]): string {
  const aliases = schemas.flatMap(({ typeName, earlierNames }) =>
    earlierNames.map((name) => earlierTypeText(name, typeName)),
  );
  return aliases.join("");
}

/** A type under an earlier name, as text. */
export const earlierTypeText = (name: string, of: string): string =>
  `/** @deprecated Use \`${of}\`. */\nexport type ${name} = ${of};\n`;

/** A constant under an earlier name, as text. */
export const earlierConstantText = (name: string, of: string): string =>
  `/** @deprecated Use \`${of}\`. */\nexport const ${name}: typeof ${of} = ${of};\n`;
