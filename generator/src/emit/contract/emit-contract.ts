import type { EmitModel } from "../emit-model.ts";
import {
  operationGroups,
  type ApiModel,
  type Operation,
  type OperationGroup,
} from "@openapi-packages/description/model/api-model";
import {
  Expression,
  nameTable,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import { schemaTypeName } from "@openapi-packages/description/names/names";
import { documentation } from "../documentation.ts";
import { jsonFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import {
  moduleOf,
  placedScope,
  type ModulePart,
  type PlacedOptions,
  type WrittenPart,
} from "../module-parts.ts";
import { ModuleScope } from "../module-scope.ts";
import { packageFiles } from "../package-files.ts";
import { codeSamplesName } from "../package-names.ts";
import {
  dependencyRanges,
  runtimePackage,
  runtimeType,
  runtimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile, reexports } from "../statements.ts";
import { contractSymbols, handlerInputName, operationModule, schemaModule } from "../symbols.ts";

import { declareTypes } from "../schema-types/declare-types.ts";
import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { codecsFile } from "./codecs-file.ts";
import { commonErrorParts } from "./common-error.ts";
import { earlierConstants, earlierSchemaTypes } from "./earlier-names.ts";
import {
  apiDescriptor,
  operationDescriptor,
} from "@openapi-packages/compiler/compile/descriptors/descriptors";
import { enumConstants } from "./enum-constants.ts";
import { errorBodiesFile, hasErrorBodies } from "./error-bodies.ts";
import { guardsFile } from "./guards-file.ts";
import { hasDefaults } from "./handler-input.ts";
import { hasReceived, receivedFile } from "./received-file.ts";
import { opsFile } from "./ops-file.ts";
import { operationTypesPart } from "./operation-types-part.ts";
import { sharedHeaderTypes } from "./shared-header-types.ts";
import { sensitiveParts } from "./sensitive-file.ts";
import { serversParts } from "./servers-file.ts";

/** Emits the contract without validators and serializers: types and operations. */
export function emitContract(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const tables = [operationTableFile(model, options), opsFile(model, options, "contract")];
  return [
    ...packageFiles(model, {
      folder: "contract",
      naming: options,
      description: `Types, operation table, validators and serializers of ${model.title}`,
      entries: {
        "./api": "api",
        "./operations/*": "operations/*",
        ...(hasCodecs(model) ? { "./codecs": "codecs" } : {}),
        ...(hasErrorBodies(model) ? { "./error-bodies": "error-bodies" } : {}),
        ...(model.guarded.length > 0 ? { "./guards": "guards" } : {}),
        ...(hasReceived(model) ? { "./received": "received" } : {}),
        ...(model.validators.schemas.size === 0
          ? {}
          : { "./schema-validators": "schema-validators" }),
        "./serializers": "serializers",
        "./serializers/operations/*": "serializers/operations/*.js",
        "./validators": "validators",
        "./validators/operations/*": "validators/operations/*.js",
        ...(model.webhooks === undefined
          ? {}
          : {
              "./serializers/webhooks": "serializers/webhooks.js",
              "./validators/webhooks": "validators/webhooks.js",
              "./webhooks": "webhooks",
            }),
      },
      files: [
        ...(options.openapiJson === true ? ["openapi.json"] : []),
        ...((options.codeSamples ?? []).length > 0 ? [codeSamplesName] : []),
      ],
      documents: ["AGENTS.md", "NOT-SHOWN.md"],
      dependencies: { [runtimePackage]: dependencyRanges.runtime },
    }),
    ...calledFiles(model, options, tables),
    ...operationGroups(model).map((group) =>
      operationsFile(model, group, options, (operation) => hasDefaults(model, operation)),
    ),
    ...errorBodiesFile(model, options),
    ...receivedFile(model, options),
  ];
}

/**
 * Emits the contract of a client in a folder that has validators or an openapi-fetch client: types, and
 * the descriptors of operations. Tables of all operations and what servers fill into bodies are for
 * servers and mocks.
 */
export function emitClientContract(model: EmitModel, options: EmitOptions): EmittedFile[] {
  return [
    ...calledFiles(model, options, []),
    ...operationGroups(model).map((group) => operationsFile(model, group, options, () => false)),
  ];
}

/** Emits what a client in a folder has in modules of their own if no contract stands beside it. */
export function emitClientTypes(model: EmitModel, options: PlacedOptions): EmittedFile[] {
  return [
    ...(options.openapiJson === true ? [jsonFile("contract/openapi.json", model.original)] : []),
    ...typesFiles(model, options),
    ...(model.webhooks === undefined
      ? []
      : [operationsFile(model, model.webhooks, options, () => false)]),
  ];
}

/** Emits the types of schemas, and the functions for values of these types. */
function typesFiles(model: EmitModel, options: PlacedOptions): EmittedFile[] {
  return [
    ...moduleOf(schemaModule, options, schemaParts(model)),
    ...codecsFile(model, options),
    ...guardsFile(model, options),
  ];
}

/**
 * Emits the files that clients and callers use, beside those of operations.
 *
 * @param tables the files with all operations; the index exports them
 */
function calledFiles(
  model: EmitModel,
  options: EmitOptions,
  tables: readonly EmittedFile[],
): EmittedFile[] {
  const { api, commonError, sensitive, serverUrl } = contractSymbols;
  const optional = [
    ...moduleOf(sensitive.module, options, sensitiveParts(model)),
    ...moduleOf(serverUrl.module, options, serversParts(model)),
  ];
  return [
    ...(options.openapiJson === true ? [jsonFile("contract/openapi.json", model.original)] : []),
    indexFile(model, options, tables, optional),
    ...typesFiles(model, options),
    ...moduleOf(api.module, options, [apiPart(model)]),
    ...moduleOf(commonError.module, options, commonErrorParts(model, model.openTypes)),
    ...optional,
    ...tables,
  ];
}

/** Declares the types of all schemas and the constants of enums. */
function schemaParts(model: EmitModel): ModulePart[] {
  if (model.schemas.length === 0) return [];
  const { openTypes } = model;
  const declared = [
    ...model.schemas.flatMap((one) => [one.typeName, ...one.earlierNames]),
    ...model.sharedHeaders.all.map(({ name }) => name),
  ];
  const write = (names: ModuleScope): WrittenPart => {
    const isOpen = openTypes.otherValues === "Open" && openTypes.names.length > 0;
    const others = isOpen ? { default: names.use(runtimeType("/client", "Open")) } : {};
    const growing = { ...openTypes, ...others };
    const declarations = model.phase("types", () =>
      declareTypes(model.types, schemaTypeName, growing),
    );
    const earlier = earlierSchemaTypes(model.schemas);
    const headers = sharedHeaderTypes(names, model);
    return { statements: [declarations + enumConstants(model) + earlier, ...headers] };
  };
  return [{ declared, write }];
}

function indexFile(
  model: ApiModel,
  options: EmitOptions,
  tables: readonly EmittedFile[],
  optional: readonly EmittedFile[],
): EmittedFile {
  const path = "contract/src/index.ts";
  const modules = [
    "./api.ts",
    ...(model.commonErrors === undefined ? [] : ["./common-error.ts"]),
    ...tables.map((file) => inFolder(file.path)),
    ...operationGroups(model).map((group) => inFolder(operationModule(group))),
    ...(model.schemas.length === 0 ? [] : [inFolder(schemaModule)]),
    ...optional.map((file) => inFolder(file.path)),
  ];
  return moduleFile(path, new ModuleScope(path, options, []), reexports(modules));
}

const inFolder = (path: string): string => path.replace(/^.*?\/src\//, "./");

/** Declares the descriptor of the description. */
export function apiPart(model: ApiModel): ModulePart {
  const { name } = contractSymbols.api;
  const docs = documentation(
    "The description as a whole, for the runtime: security schemes, servers, shape of errors.",
  );
  const write: ModulePart["write"] = (names) => {
    const type = names.use(runtimeType("", "ApiDescriptor"));
    return { data: [{ name, type, docs, value: apiDescriptor(model) }] };
  };
  return { declared: [name], write };
}

/** @param differs true if handlers of an operation get another input than callers give */
function operationsFile(
  model: EmitModel,
  group: OperationGroup,
  options: PlacedOptions,
  differs: (operation: Operation) => boolean,
): EmittedFile {
  const path = operationModule(group);
  const types = operationTypesPart(model, group, differs);
  const declared = group.operations.flatMap((operation) => [
    operation.variableName,
    ...operation.earlierNames.map(({ variableName }) => variableName),
  ]);
  const names = placedScope(path, options, [...types.declared, ...declared]);
  const { statements = [] } = types.write(names);
  const type = names.use(runtimeType("", "OperationDescriptor"));
  const descriptors = group.operations.map((operation) => ({
    name: operation.variableName,
    type: `${type}<${operation.inputTypeName}, ${operation.resultTypeName}${differs(operation) ? `, ${handlerInputName(operation)}` : ""}>`,
    docs: documentation(
      `\`${operation.id}\` on the wire: \`${operation.method} ${operation.path}\`.`,
    ),
    value: descriptorValue(names, model, operation),
  }));
  return moduleFile(path, names, statements, [
    ...descriptors,
    ...group.operations.flatMap(earlierConstants),
  ]);
}

/**
 * Returns the descriptor of an operation. A plain JSON response, the most common one, becomes the
 * runtime's `jsonResponse`.
 */
export function descriptorValue(
  names: ModuleScope,
  model: ApiModel,
  operation: Operation,
): DataObject {
  const descriptor = operationDescriptor(model, operation);
  const responses = Object.entries(descriptor["responses"] as DataObject).map(
    ([status, response]): [string, DataValue] => {
      const isJson = JSON.stringify(response) === jsonResponse;
      return [
        status,
        isJson ? new Expression(names.use(runtimeValue("", "jsonResponse"))) : response,
      ];
    },
  );
  return { ...descriptor, responses: Object.fromEntries(responses) };
}

/** The runtime's `jsonResponse`, as JSON text. */
const jsonResponse = JSON.stringify({ content: [{ mediaType: "application/json" }] });

function operationTableFile(model: ApiModel, options: EmitOptions): EmittedFile {
  const path = "contract/src/operation-table.ts";
  const names = new ModuleScope(path, options, ["operationTable"]);
  const rows = model.groups.flatMap((group) =>
    group.operations.map(
      (operation) =>
        [operation.id, names.use(contractSymbols.descriptor(group, operation))] as const,
    ),
  );
  const docs = documentation(
    "All operations of the description by `operationId`, in the order of the text.",
  );
  return moduleFile(path, names, [], [nameTable("operationTable", docs, rows)]);
}
