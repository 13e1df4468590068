import {
  operationGroups,
  type ApiModel,
  type Operation,
  type OperationGroup,
} from "@openapi-packages/description/model/api-model";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { schemaTypeName } from "@openapi-packages/description/names/names";
import type { EmitModel } from "../emit-model.ts";
import { codeFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { moduleOf } from "../module-parts.ts";
import { ModuleScope } from "../module-scope.ts";
import { packageFiles } from "../package-files.ts";
import { declareTypes } from "../schema-types/declare-types.ts";
import { moduleFile, reexports } from "../statements.ts";
import { contractIndex, contractSymbols, operationModule, schemaModule } from "../symbols.ts";
import { commonErrorParts } from "./common-error.ts";
import { inputType, resultType } from "./operation-types.ts";
import { sharedHeaderTypes } from "./shared-header-types.ts";
import { statusModule, statusTypes } from "./status-types.ts";

/**
 * Emits a contract of types only: schemas, and inputs and results of operations. It has no
 * dependencies.
 */
export function emitTypes(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const files = [
    ...(model.schemas.length === 0 ? [] : [schemaFile(model, options)]),
    ...moduleOf(contractSymbols.commonError.module, options, commonErrorParts(model)),
    ...operationGroups(model).map((group) => operationsFile(model, group, options)),
  ];
  const modules = files.map(({ path }) => path.replace("contract/src/", "./"));
  return [
    ...packageFiles(model, {
      folder: "contract",
      naming: options,
      description: `Types of ${model.title}`,
      entries: {
        "./operations/*": "operations/*",
        ...(model.webhooks === undefined ? {} : { "./webhooks": "webhooks" }),
      },
      dependencies: {},
    }),
    moduleFile(contractIndex, new ModuleScope(contractIndex, options, []), reexports(modules)),
    ...(hasStatusRanges(model) ? [codeFile(statusModule, statusTypes)] : []),
    ...files,
  ];
}

function schemaFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const names = new ModuleScope(schemaModule, options, []);
  const types = declareTypes(model.types, schemaTypeName);
  return moduleFile(schemaModule, names, [types, ...sharedHeaderTypes(names, model)]);
}

function operationsFile(
  model: EmitModel,
  group: OperationGroup,
  options: EmitOptions,
): EmittedFile {
  const path = operationModule(group);
  const declared = group.operations.flatMap((one) => [one.inputTypeName, one.resultTypeName]);
  const names = new ModuleScope(path, options, declared, ownStatuses);
  const statements = group.operations.flatMap((operation) => [
    inputType(names, operation),
    resultType(names, model, operation),
  ]);
  return moduleFile(path, names, statements);
}

/** Imports the types of statuses from the contract itself, which does not depend on the runtime. */
function ownStatuses(symbol: ModuleSymbol): ModuleSymbol {
  const isOfStatus = symbol.name === "StatusRange" || symbol.name === "DefaultStatus";
  return isOfStatus && symbol.module.startsWith("@") ? { ...symbol, module: statusModule } : symbol;
}

function hasStatusRanges(model: ApiModel): boolean {
  const isRange = ({ responses }: Operation): boolean =>
    responses.some(({ status }) => !/^\d{3}$/.test(status));
  return operationGroups(model).some(({ operations }) => operations.some(isRange));
}
