import type { Operation, OperationGroup } from "../model/api-model.ts";
import { variableName } from "../names.ts";
import type { ModuleSymbol } from "../module-symbol.ts";

/** The file of a group's types and descriptors. */
export const operationModule = (group: OperationGroup): string =>
  group.kind === "webhooks"
    ? "contract/src/webhooks.ts"
    : `contract/src/operations/${group.fileName}.ts`;

/** The namespace of a group's types and descriptors: `assistants.createAssistant`. */
const operationsOf = (group: OperationGroup) => ({
  module: operationModule(group),
  namespace: groupNamespace(group),
});

/** Words that compilers take for operators where they stand before a type. */
const typeOperators = new Set(["asserts", "infer", "keyof", "readonly", "unique"]);

/** The name of a group's module where it is imported whole. */
export const groupNamespace = ({ name }: OperationGroup): string =>
  typeOperators.has(name) ? `${name}_` : variableName(name);

/** The input of an operation in which members with a default are there; only where there are any. */
export const handlerInputName = ({ inputTypeName }: Operation): string =>
  `${inputTypeName}WithDefaults`;

/** The module that exports all types, and all rows of the operation table. */
export const contractIndex = "contract/src/index.ts";

/** Symbols of the contract that other files use, by what they stand for. */
export const contractSymbols = {
  api: { name: "api", module: "contract/src/api.ts", isType: false },
  commonError: { name: "CommonError", module: "contract/src/common-error.ts", isType: true },
  errorBodies: { name: "errorBodies", module: "contract/src/error-bodies.ts", isType: false },
  received: { name: "received", module: "contract/src/received.ts", isType: false },
  sensitive: { name: "sensitive", module: "contract/src/sensitive.ts", isType: false },
  serverUrl: { name: "serverUrl", module: "contract/src/servers.ts", isType: false },
  operationTable: {
    name: "operationTable",
    module: "contract/src/operation-table.ts",
    isType: false,
  },
  input: (group: OperationGroup, operation: Operation) => ({
    name: operation.inputTypeName,
    ...operationsOf(group),
    isType: true,
  }),
  handlerInput: (group: OperationGroup, operation: Operation) => ({
    name: handlerInputName(operation),
    ...operationsOf(group),
    isType: true,
  }),
  result: (group: OperationGroup, operation: Operation) => ({
    name: operation.resultTypeName,
    ...operationsOf(group),
    isType: true,
  }),
  descriptor: (group: OperationGroup, operation: Operation) => ({
    name: operation.variableName,
    ...operationsOf(group),
    isType: false,
  }),
  validatorTable: { name: "validators", module: "contract/src/validators.ts", isType: false },
  serializerTable: { name: "serializers", module: "contract/src/serializers.ts", isType: false },
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
