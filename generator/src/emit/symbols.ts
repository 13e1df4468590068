import type { Operation, OperationGroup } from "../model/api-model.ts";
import type { ModuleSymbol } from "./module-scope.ts";

/** The file of a group's types and descriptors. */
export const operationModule = (group: OperationGroup): string =>
  group.kind === "webhooks"
    ? "contract/src/webhooks.ts"
    : `contract/src/operations/${group.fileName}.ts`;

/** Symbols of the contract that other files use, by what they stand for. */
export const contractSymbols = {
  api: { name: "api", module: "contract/src/api.ts", isType: false },
  commonError: { name: "CommonError", module: "contract/src/common-error.ts", isType: true },
  sensitive: { name: "sensitive", module: "contract/src/sensitive.ts", isType: false },
  serverUrl: { name: "serverUrl", module: "contract/src/servers.ts", isType: false },
  paths: { name: "paths", module: "contract/src/paths.ts", isType: true },
  operationTable: {
    name: "operationTable",
    module: "contract/src/operation-table.ts",
    isType: false,
  },
  validatorTable: { name: "validators", module: "contract/src/validators.ts", isType: false },
  serializerTable: { name: "serializers", module: "contract/src/serializers.ts", isType: false },
  input: (group: OperationGroup, operation: Operation) => ({
    name: operation.inputTypeName,
    module: operationModule(group),
    isType: true,
  }),
  result: (group: OperationGroup, operation: Operation) => ({
    name: operation.resultTypeName,
    module: operationModule(group),
    isType: true,
  }),
  descriptor: (group: OperationGroup, operation: Operation) => ({
    name: operation.variableName,
    module: operationModule(group),
    isType: false,
  }),
  validators: (operation: Operation) => ({
    name: `${operation.methodName}Validators`,
    module: "contract/src/validators.ts",
    isType: false,
  }),
  serializers: (operation: Operation) => ({
    name: `${operation.methodName}Serializers`,
    module: "contract/src/serializers.ts",
    isType: false,
  }),
} as const satisfies Record<string, ModuleSymbol | ((...args: never[]) => ModuleSymbol)>;
