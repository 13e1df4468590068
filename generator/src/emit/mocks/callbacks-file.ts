import { Expression, type DataValue } from "@openapi-packages/compiler/compile/data";
import type { PlannedCallback } from "@openapi-packages/compiler/mock/plan-callbacks";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** The symbol of the callbacks of all operations; only if the mock sends some. */
export const callbacksSymbol: ModuleSymbol = {
  name: "callbacks",
  module: "mocks/src/callbacks.ts",
  isType: false,
};

/** True if the mock sends callbacks. */
export const hasCallbacks = ({ mock }: EmitModel): boolean => mock.callbacks.size > 0;

/** Emits what the mock sends to the addresses that its callers give; no file without callbacks. */
export function callbacksFile(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const { webhooks, mock } = model;
  if (webhooks === undefined || !hasCallbacks(model)) return [];
  const { name, module: path } = callbacksSymbol;
  const names = new ModuleScope(path, options, [name]);
  const table = [...mock.callbacks].map(([{ id }, callbacks]): [string, DataValue] => [
    id,
    callbacks.map((one) => callbackData(names, webhooks, one)),
  ]);
  const constant = {
    name,
    type: names.use(runtimeType("/mock/callbacks", "CallbackPlan")),
    docs: documentation(
      "The callbacks that the mock sends after the operations that announce them, by `operationId`.",
    ),
    value: new Expression(names.use(runtimeValue("/mock/callbacks", "callbackPlan")), [
      Object.fromEntries(table),
    ]),
  };
  return [moduleFile(path, names, [], [constant])];
}

function callbackData(
  names: ModuleScope,
  webhooks: OperationGroup,
  { name, expression, operation, input }: PlannedCallback,
): DataValue {
  return {
    name,
    expression,
    operation: new Expression(names.use(contractSymbols.descriptor(webhooks, operation))),
    input,
    validators: new Expression(names.use(contractSymbols.groupValidators(webhooks, operation))),
  };
}
