import { idempotencyHeader } from "@openapi-packages/compiler/mock/idempotency-header";
import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";
import type { DataObject, DataValue } from "@openapi-packages/compiler/compile/data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { ModuleScope } from "../module-scope.ts";
import type { StatePlan } from "@openapi-packages/compiler/mock/state/plan-state";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { answerData } from "./answer-data.ts";
import { examplesOf } from "./example-files.ts";

/** Returns the symbol of the mocks of a tag's operations. */
export function groupSymbol(group: OperationGroup): ModuleSymbol {
  return {
    name: `${group.name}Mocks`,
    module: `mocks/src/operations/${group.fileName}.ts`,
    isType: false,
  };
}

/** Emits the file of a tag: the answers of its operations, and how they change resources. */
export function operationMocks(
  model: EmitModel,
  group: OperationGroup,
  options: EmitOptions,
): EmittedFile {
  const { name, module: path } = groupSymbol(group);
  const names = new ModuleScope(path, options, [name]);
  const operations = group.operations.map((operation): [string, DataValue] => [
    operation.id,
    operationData(names, model, operation, options),
  ]);
  const constant = {
    name,
    type: names.use(runtimeType("/mock", "MockGroup")),
    docs: documentation(`The mocks of the operations of \`${group.tag}\`.`),
    value: { tag: group.tag, operations: Object.fromEntries(operations) },
  };
  return moduleFile(path, names, [], [constant]);
}

function operationData(
  names: ModuleScope,
  model: EmitModel,
  operation: Operation,
  options: EmitOptions,
): DataObject {
  const { answers, state } = model.mock;
  const all = answers.get(operation) ?? [];
  const own = all.filter(({ component }) => component === undefined);
  const components = new Set(all.flatMap(({ component }) => component ?? []));
  return {
    summary: operation.summary === "" ? undefined : operation.summary,
    answers:
      own.length === 0
        ? undefined
        : own.map((one) => answerData(names, one, examplesOf(model, options))),
    components: components.size === 0 ? undefined : [...components],
    idempotencyKey: idempotencyHeader(operation),
    state: stateData(state, operation),
  };
}

function stateData({ operations }: StatePlan, { id }: Operation): DataValue {
  // The value is plain data; the cast is needed because interfaces have no index signature.
  return Object.hasOwn(operations, id) ? (operations[id] as unknown as DataValue) : undefined;
}
