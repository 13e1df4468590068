import { variableName, type Operation, type OperationGroup } from "openapi-packages/emitter";

/** Returns the module with the inputs of a group's operations. */
export const operationsModule = (group: OperationGroup): string =>
  group.kind === "webhooks" ? "zod/src/webhooks.ts" : `zod/src/operations/${group.fileName}.ts`;

/** Returns the name of the constant with an operation's input schema: `createPetInputSchema`. */
export const inputConstant = ({ inputTypeName }: Operation): string =>
  `${variableName(inputTypeName)}Schema`;

/** Returns the name of that constant's type: `CreatePetInputSchema`. */
export const inputConstantType = ({ inputTypeName }: Operation): string => `${inputTypeName}Schema`;
