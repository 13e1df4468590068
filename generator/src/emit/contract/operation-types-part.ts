import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";
import type { EmitModel } from "../emit-model.ts";
import type { ModulePart } from "../module-parts.ts";
import { handlerInputName } from "../symbols.ts";
import { earlierTypes } from "./earlier-names.ts";
import { handlerInputType } from "./handler-input.ts";
import { inputType, resultType } from "./operation-types.ts";

/**
 * Declares the inputs and results of a group's operations.
 *
 * @param differs true if handlers of an operation get another input than callers give
 */
export function operationTypesPart(
  model: EmitModel,
  { operations }: OperationGroup,
  differs: (operation: Operation) => boolean = () => false,
): ModulePart {
  const declared = operations.flatMap((operation) => [
    operation.inputTypeName,
    operation.resultTypeName,
    ...(differs(operation) ? [handlerInputName(operation)] : []),
    ...operation.earlierNames.flatMap((one) => [one.inputTypeName, one.resultTypeName]),
  ]);
  const write: ModulePart["write"] = (names) => ({
    statements: operations.flatMap((operation) => [
      inputType(names, operation, model.openTypes),
      ...(differs(operation) ? [handlerInputType(names, model, operation)] : []),
      resultType(names, model, operation, model.openTypes),
      ...earlierTypes(operation),
    ]),
  });
  return { declared, write };
}
