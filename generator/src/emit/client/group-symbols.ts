import type { OperationGroup } from "../../model/api-model.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
import { groupNamespace } from "../symbols.ts";

/** The name of the interface of a group's methods. */
export const interfaceName = (group: OperationGroup): string => `${group.typeName}Client`;

/** The interface of a group's methods. */
export function interfaceSymbol(group: OperationGroup): ModuleSymbol {
  const name = interfaceName(group);
  return { name, module: groupModule(group), isType: true, namespace: groupNamespace(group) };
}

/** The function that puts a group's methods onto a client: nothing else there has the name. */
export function factorySymbol(group: OperationGroup): ModuleSymbol {
  // Scripts without capitals have the interface's name here.
  const taken = new Set([
    interfaceName(group),
    ...group.operations.map(({ variableName }) => variableName),
  ]);
  let name = `${group.name}Client`;
  while (taken.has(name)) name += "_";
  return { name, module: groupModule(group), isType: false, namespace: groupNamespace(group) };
}

/** The module of a group. */
export const groupModule = (group: OperationGroup): string => `client/src/${group.fileName}.ts`;
