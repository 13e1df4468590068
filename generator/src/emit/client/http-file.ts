import {
  StructureKind,
  type InterfaceDeclarationStructure,
  type OptionalKind,
  type PropertySignatureStructure,
} from "ts-morph";
import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";
import { propertyKey } from "@openapi-packages/description/text/escape";
import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/**
 * Emits an openapi-fetch client based on a client, for calls by path, with its type. The types are the
 * contract's: openapi-fetch makes objects of the string values of open enums.
 */
export function httpFile(model: EmitModel, naming: EmitOptions): EmittedFile {
  const path = "client/src/http.ts";
  const names = new ModuleScope(path, naming, ["httpClient", "paths"]);
  const fetchClient = {
    name: "Client",
    localName: "FetchClient",
    module: "openapi-fetch",
    isType: true,
  };
  const create = {
    name: "default",
    localName: "createFetchClient",
    module: "openapi-fetch",
    isType: false,
  };
  const options = names.use(runtimeValue("/client", "fetchClientOptions"));
  return moduleFile(path, names, [
    {
      kind: StructureKind.Function,
      name: "httpClient",
      isExported: true,
      docs: documentation(
        "An openapi-fetch client, typed by path: its requests go the same way as all others of the client.",
      ),
      parameters: [{ name: "core", type: names.use(runtimeType("/client", "ClientCore")) }],
      returnType: `${names.use(fetchClient)}<paths>`,
      statements: [`return ${names.use(create)}<paths>(${options}(core));`],
    },
    pathsInterface(names, model),
  ]);
}

/** The methods that openapi-fetch types as members of a path. */
const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/** Emits `paths` in the form of openapi-typescript: path → method → parameters and responses. */
function pathsInterface(names: ModuleScope, model: EmitModel): InterfaceDeclarationStructure {
  const byPath = new Map<string, Map<string, string>>();
  for (const group of model.groups) {
    for (const operation of group.operations) {
      const { method, path } = operation;
      if (!methods.includes(method)) continue;
      const members = byPath.get(path) ?? new Map<string, string>();
      members.set(method.toLowerCase(), operationType(names, model, group, operation));
      byPath.set(path, members);
    }
  }
  const properties = [...byPath].map(
    ([path, members]): OptionalKind<PropertySignatureStructure> => ({
      name: propertyKey(path),
      type: `{\n${[...members].map(([method, type]) => `${method}: ${type};`).join("\n")}\n}`,
    }),
  );
  return {
    kind: StructureKind.Interface,
    name: "paths",
    isExported: true,
    docs: documentation("All paths with their methods, as openapi-fetch reads them."),
    properties,
  };
}

/** Returns the type of an operation in `paths`. openapi-fetch converts nothing, so values are JSON. */
function operationType(
  names: ModuleScope,
  model: EmitModel,
  group: OperationGroup,
  operation: Operation,
): string {
  const name = hasCodecs(model) ? "JsonPathOperation" : "PathOperation";
  const type = names.use(runtimeType("/client", name));
  const descriptor = { ...contractSymbols.descriptor(group, operation), isType: true };
  return `${type}<typeof ${names.use(descriptor)}>`;
}
