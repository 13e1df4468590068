import type { CallbackPlan, CallbackTable } from "@openapi-packages/mock/callbacks";
import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { operationDescriptor } from "../../compile/descriptors/descriptors.ts";
import { plainObject } from "../../compile/plain-data.ts";
import { planCallbacks } from "../plan-callbacks.ts";
import { LazyValidators } from "./lazy-validators.ts";

/**
 * Makes the callbacks of a description without generated code, on the first request. `undefined` if it has none;
 * then the code that sends them is not loaded.
 *
 * @param helpers the functions of the runtime that compiled validators call
 */
export async function runningCallbacks(
  model: ApiModel,
  helpers: Readonly<Record<string, unknown>>,
): Promise<CallbackPlan | undefined> {
  if (model.webhooks === undefined) return undefined;
  const { callbackPlan } = await import("@openapi-packages/mock/callbacks");
  return callbackPlan(() => callbackTable(model, new LazyValidators(model, helpers)));
}

function callbackTable(model: ApiModel, validators: LazyValidators): CallbackTable {
  const rows = [...planCallbacks(model)].map(([{ id }, callbacks]) => [
    id,
    callbacks.map(({ name, expression, operation, input }) => ({
      name,
      expression,
      operation: plainObject(
        operationDescriptor(model, operation),
      ) as unknown as OperationDescriptor,
      input,
      validators: validators.of(operation),
    })),
  ]);
  return Object.fromEntries(rows) as CallbackTable;
}
