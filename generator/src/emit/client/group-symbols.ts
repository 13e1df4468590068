import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { groupNamespace } from "../symbols.ts";

/** Returns the name of a group's interface. */
export const interfaceName = (group: OperationGroup): string => `${group.typeName}Client`;

/** Returns the symbol of a group's interface. */
export function interfaceSymbol(group: OperationGroup): ModuleSymbol {
  const name = interfaceName(group);
  return { name, module: groupModule(group), isType: true, namespace: groupNamespace(group) };
}

/**
 * Returns the symbol of the function that creates a group's methods, with a name that is free in its module.
 */
export function factorySymbol(group: OperationGroup): ModuleSymbol {
  // In scripts without upper case, the interface would have the same name.
  const taken = new Set([
    interfaceName(group),
    ...group.operations.map(({ variableName }) => variableName),
  ]);
  let name = `${group.name}Client`;
  while (taken.has(name)) name += "_";
  return { name, module: groupModule(group), isType: false, namespace: groupNamespace(group) };
}

/** Returns the module of a group. */
export const groupModule = (group: OperationGroup): string => `client/src/${group.fileName}.ts`;
