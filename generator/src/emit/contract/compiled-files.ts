import { posix } from "node:path";
import type { CodePart, Declaration } from "../../compile/code/code-part.ts";
import type { CompiledParts } from "../../compile/code/compiled-parts.ts";
import { operationGroups, type Operation, type OperationGroup } from "../../model/api-model.ts";
import { runtimePackage } from "../../runtime-symbols.ts";
import { nameTable, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile, reexports } from "../statements.ts";
import { operationModule } from "../symbols.ts";

/** A kind of functions that are compiled ahead of time. */
export interface CompiledKind {
  /** The constant with the table, and the names of file and folder. */
  readonly table: "validators" | "serializers";
  /** The entry of the runtime that the functions import from. */
  readonly entry: "/validation" | "/serialization";
  /** Declares that constant, and its type. */
  readonly declaration: (names: ModuleScope, group: OperationGroup, operation: Operation) => string;
  /** The names that this declares. */
  readonly declares: (operation: Operation) => readonly string[];
  readonly parts: CompiledParts;
  /** The constant with an operation's own. */
  readonly symbol: (operation: Operation) => ModuleSymbol;
  /** The value of that constant; `use` imports a function. */
  readonly value: (operation: Operation, use: (name: string) => string) => DataValue;
}

/**
 * Compiled functions as modules: those of schemas in one, those of operations in one for each group
 * with a constant for each operation, and the table of all operations.
 */
export function compiledFiles(
  model: EmitModel,
  { scope }: EmitOptions,
  kind: CompiledKind,
): EmittedFile[] {
  const groups = operationGroups(model);
  return [
    ...(kind.parts.schemas.size === 0 ? [] : [schemasFile(kind, scope)]),
    ...groups.flatMap((group) => [groupFile(kind, group, scope), groupTypes(kind, group, scope)]),
    tableFile(groups, kind, scope),
  ];
}

/** The module of a group's functions, without its extension. */
const groupModule = ({ table }: CompiledKind, group: OperationGroup): string =>
  operationModule(group).replace("src/", `src/${table}/`).replace(/\.ts$/, "");

/** The names of a file of declarations, which imports other files by what they are compiled to. */
export function declarationScope(
  path: string,
  scope: string,
  declared: Iterable<string>,
): ModuleScope {
  return new ModuleScope(path, scope, declared, ({ name, module, isType }) => {
    if (!module.startsWith("contract/src/")) return { name, module, isType };
    const relative = posix.relative(posix.dirname(path), module.replace(/\.ts$/, ".js"));
    return { name, module: relative.startsWith(".") ? relative : `./${relative}`, isType };
  });
}

/** Types are declared beside: code that schemas were compiled to is ECMAScript. */
function schemasFile(kind: CompiledKind, scope: string): EmittedFile {
  const path = `contract/src/${kind.table}/schemas.js`;
  const parts = [...new Set(kind.parts.schemas.values())];
  const names = new ModuleScope(path, scope, []);
  const declarations = parts.flatMap((part) => part.declarations);
  importHelpers(names, kind, parts);
  const isExported = ({ name }: Declaration): boolean => kind.parts.schemas.has(name);
  const statements = declarations.map((one) => (isExported(one) ? `export ${one.text}` : one.text));
  return moduleFile(path, names, statements);
}

function groupFile(kind: CompiledKind, group: OperationGroup, scope: string): EmittedFile {
  const path = `${groupModule(kind, group)}.js`;
  const names = new ModuleScope(path, scope, []);
  const parts = group.operations.flatMap((operation) => kind.parts.operations.get(operation) ?? []);
  const declarations = parts.flatMap((part) => part.declarations);
  const own = new Set(declarations.map(({ name }) => name));
  const use = (name: string): string => {
    const module = kind.parts.schemas.has(name)
      ? group.kind === "webhooks"
        ? "./schemas.js"
        : "../schemas.js"
      : `${runtimePackage}${kind.entry}`;
    return own.has(name) ? name : names.use({ name, module, isType: false });
  };
  importHelpers(names, kind, parts);
  for (const name of parts.flatMap(({ calls }) => [...calls])) use(name);
  const constants = group.operations.map((operation) => ({
    name: kind.symbol(operation).name,
    value: kind.value(operation, use),
  }));
  return moduleFile(
    path,
    names,
    declarations.map(({ text }) => text),
    constants,
  );
}

function importHelpers(names: ModuleScope, kind: CompiledKind, parts: readonly CodePart[]): void {
  const module = `${runtimePackage}${kind.entry}`;
  for (const name of new Set(parts.flatMap(({ helpers }) => [...helpers])))
    names.use({ name, module, isType: false });
}

function groupTypes(kind: CompiledKind, group: OperationGroup, scope: string): EmittedFile {
  const path = `${groupModule(kind, group)}.d.ts`;
  const names = declarationScope(path, scope, group.operations.flatMap(kind.declares));
  const declarations = group.operations.map((operation) =>
    kind.declaration(names, group, operation),
  );
  return moduleFile(path, names, [declarations.join("\n")]);
}

/** The table of all operations, which exports what is in it. */
function tableFile(
  groups: readonly OperationGroup[],
  kind: CompiledKind,
  scope: string,
): EmittedFile {
  const path = `contract/src/${kind.table}.ts`;
  const names = new ModuleScope(path, scope, [kind.table]);
  const moduleOf = (group: OperationGroup): string =>
    `${groupModule(kind, group).replace("contract/src/", "./")}.js`;
  const rows = groups.flatMap((group) =>
    group.operations.map((operation) => {
      const symbol = { ...kind.symbol(operation), module: moduleOf(group) };
      return [operation.id, names.use(symbol)] as const;
    }),
  );
  const docs = documentation(`The ${kind.table} of every operation by its operationId.`);
  return moduleFile(path, names, reexports(groups.map(moduleOf)), [
    nameTable(kind.table, docs, rows),
  ]);
}
