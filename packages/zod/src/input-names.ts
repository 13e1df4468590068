import { variableName, type Operation, type OperationGroup } from "openapi-packages/emitter";

/** The module of the inputs of a group's operations. */
export const operationsModule = (group: OperationGroup): string =>
  group.kind === "webhooks" ? "zod/src/webhooks.ts" : `zod/src/operations/${group.fileName}.ts`;

/** The constant with the schema of an operation's input: `createPetInputSchema`. */
export const inputConstant = ({ inputTypeName }: Operation): string =>
  `${variableName(inputTypeName)}Schema`;

/** The type of that constant: `CreatePetInputSchema`. */
export const inputConstantType = ({ inputTypeName }: Operation): string => `${inputTypeName}Schema`;
