import type {
  NamedSchema,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { methodName, variableName } from "@openapi-packages/description/names/names";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";

/** The module of all schema types. */
export const schemaModule = "contract/src/schema.ts";

/** Returns the name of a named schema's validator. */
export function schemaValidatorName({ typeName }: NamedSchema): string {
  return `${variableName(typeName)}Validator`;
}

/** Returns the file of a group's types and descriptors. */
export const operationModule = (group: OperationGroup): string =>
  group.kind === "webhooks"
    ? "contract/src/webhooks.ts"
    : `contract/src/operations/${group.fileName}.ts`;

/** Returns the namespace of a group's types and descriptors: `assistants.createAssistant`. */
const operationsOf = (group: OperationGroup) => ({
  module: operationModule(group),
  namespace: groupNamespace(group),
});

/** Words that TypeScript parses as operators before a type. */
const typeOperators = new Set(["asserts", "infer", "keyof", "readonly", "unique"]);

/** Returns the namespace by which a group's module is imported. */
export const groupNamespace = ({ name }: OperationGroup): string =>
  typeOperators.has(name) ? `${name}_` : variableName(name);

/** The input of an operation with all members that have a default; only if there are any. */
export const handlerInputName = ({ inputTypeName }: Operation): string =>
  `${inputTypeName}WithDefaults`;

/** The module that exports all types and all descriptors. */
export const contractIndex = "contract/src/index.ts";

/**
 * Symbols of the contract that other files use. `scope.use(symbol)` imports one and returns its
 * name, or its qualified name: `assistants.CreateAssistantInput`.
 */
export interface ContractSymbols {
  /**
   * The constant with security schemes, servers and the common errors: the runtime's
   * `ApiDescriptor`.
   */
  readonly api: ModuleSymbol;
  /** The type of the common errors; only if the model has `commonErrors`. */
  readonly commonError: ModuleSymbol;
  /** The templates by which a server fills documented errors; only if there are any. */
  readonly errorBodies: ModuleSymbol;
  /** The defaults that a server adds to bodies before handlers get them; only if there are any. */
  readonly received: ModuleSymbol;
  /** The table of secrets; only if the description marks any. */
  readonly sensitive: ModuleSymbol;
  /**
   * The function that builds the URL of a server with variables; only if there are
   * `serverTemplates`.
   */
  readonly serverUrl: ModuleSymbol;
  /** The constant with the descriptors of all operations, by `operationId`. */
  readonly operationTable: ModuleSymbol;
  /** The type of an operation's input: `path`, `query`, `headers`, `cookies` and `body`. */
  readonly input: (group: OperationGroup, operation: Operation) => ModuleSymbol;
  /** The input of an operation with all members that have a default; only if there are any. */
  readonly handlerInput: (group: OperationGroup, operation: Operation) => ModuleSymbol;
  /** The type of an operation's result: the union of its responses, by `status`. */
  readonly result: (group: OperationGroup, operation: Operation) => ModuleSymbol;
  /** An operation on the wire: the runtime's `OperationDescriptor`. */
  readonly descriptor: (group: OperationGroup, operation: Operation) => ModuleSymbol;
  /** The type of a named schema. */
  readonly schema: (schema: NamedSchema) => ModuleSymbol;
  /**
   * The validator of a named schema: the runtime's `SchemaValidator`. It exists if an operation
   * uses the schema; with the option `allSchemaValidators` it always exists.
   */
  readonly schemaValidator: (schema: NamedSchema) => ModuleSymbol;
  /** The constant with the validators of all operations, by `operationId`. */
  readonly validatorTable: ModuleSymbol;
  /** The constant with the serializers of all operations, by `operationId`. */
  readonly serializerTable: ModuleSymbol;
  /** The constant with an operation's validators: part of the runtime's `OperationValidators`. */
  readonly validators: (operation: Operation) => ModuleSymbol;
  /**
   * The same constant, imported from the entry of its group, which does not contain validators of
   * other groups.
   */
  readonly groupValidators: (group: OperationGroup, operation: Operation) => ModuleSymbol;
  /** The constant with an operation's serializers: part of the runtime's `OperationSerializers`. */
  readonly serializers: (operation: Operation) => ModuleSymbol;
  /**
   * The constant with the codecs of operations, by `operationId`; only if anything is converted.
   */
  readonly codecTable: ModuleSymbol;
  /** The constant with an operation's codec; only if it converts anything. */
  readonly codec: (operation: Operation) => ModuleSymbol;
  /**
   * The same constant, imported from the entry of its group, which does not contain serializers of
   * other groups.
   */
  readonly groupSerializers: (group: OperationGroup, operation: Operation) => ModuleSymbol;
}

const contractValue = (name: string, file: string): ModuleSymbol => ({
  name,
  module: `contract/src/${file}.ts`,
  isType: false,
});

/** See {@link ContractSymbols}. */
export const contractSymbols: ContractSymbols = {
  api: contractValue("api", "api"),
  commonError: { ...contractValue("CommonError", "common-error"), isType: true },
  errorBodies: contractValue("errorBodies", "error-bodies"),
  received: contractValue("received", "received"),
  sensitive: contractValue("sensitive", "sensitive"),
  serverUrl: contractValue("serverUrl", "servers"),
  operationTable: contractValue("operationTable", "operation-table"),
  input: (group, operation) => ({
    name: operation.inputTypeName,
    ...operationsOf(group),
    isType: true,
  }),
  handlerInput: (group, operation) => ({
    name: handlerInputName(operation),
    ...operationsOf(group),
    isType: true,
  }),
  result: (group, operation) => ({
    name: operation.resultTypeName,
    ...operationsOf(group),
    isType: true,
  }),
  descriptor: (group, operation) => ({
    name: operation.variableName,
    ...operationsOf(group),
    isType: false,
  }),
  schema: ({ typeName }) => ({ name: typeName, module: schemaModule, isType: true }),
  schemaValidator: (schema) => contractValue(schemaValidatorName(schema), "schema-validators"),
  validatorTable: contractValue("validators", "validators"),
  serializerTable: contractValue("serializers", "serializers"),
  validators: ({ typeName }) => contractValue(`${methodName(typeName)}Validators`, "validators"),
  groupValidators: (group, { typeName }) => ({
    name: `${methodName(typeName)}Validators`,
    module: operationModule(group).replace("src/", "src/validators/"),
    isType: false,
  }),
  serializers: ({ typeName }) => contractValue(`${methodName(typeName)}Serializers`, "serializers"),
  codecTable: contractValue("codecs", "codecs"),
  codec: ({ typeName }) => contractValue(`${methodName(typeName)}Codec`, "codecs"),
  groupSerializers: (group, { typeName }) => ({
    name: `${methodName(typeName)}Serializers`,
    module: operationModule(group).replace("src/", "src/serializers/"),
    isType: false,
  }),
};
