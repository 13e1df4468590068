import { posix } from "node:path";
import type { CodePart, Declaration } from "@openapi-packages/compiler/compile/code/code-part";
import type { CompiledParts } from "@openapi-packages/compiler/compile/code/compiled-parts";
import {
  operationGroups,
  type Operation,
  type OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { runtimePackage } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { dataText, nameTable, type DataValue } from "@openapi-packages/compiler/compile/data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile, reexports } from "../statements.ts";
import { operationModule } from "../symbols.ts";

/** The type of a generated constant. */
export interface CompiledType {
  readonly name: string;
  /** The declaration of the type, if it needs one. */
  readonly declaration?: string;
}

/** A kind of functions that are compiled ahead of time: validators or serializers. */
export interface CompiledKind {
  /** The name of the table, and of its file and folder. */
  readonly table: "validators" | "serializers";
  /** The entry of the runtime with the helpers of the functions. */
  readonly entry: "/validation" | "/serialization";
  /** Returns the type of an operation's constant. */
  readonly type: (names: ModuleScope, group: OperationGroup, operation: Operation) => CompiledType;
  /** The names of an operation's constant and of its type, if that is declared. */
  readonly declares: (operation: Operation) => readonly string[];
  readonly parts: CompiledParts;
  /** The constant with the functions of an operation. */
  readonly symbol: (operation: Operation) => ModuleSymbol;
  /** The value of an operation's constant; `use` imports a function. */
  readonly value: (operation: Operation, use: (name: string) => string) => DataValue;
}

/**
 * Emits compiled functions as modules: one for schemas, one per group with a constant for each
 * operation, and the table of all operations. Packages get ECMAScript and declaration files; a
 * folder of an app gets TypeScript, which the app's compiler compiles.
 */
export function compiledFiles(
  model: EmitModel,
  options: EmitOptions,
  kind: CompiledKind,
): EmittedFile[] {
  const groups = operationGroups(model);
  return [...compiledModules(groups, options, kind), tableFile(groups, kind, options)];
}

/** Emits compiled functions without the table: the module for schemas and those of groups. */
export function compiledModules(
  groups: readonly OperationGroup[],
  options: EmitOptions,
  kind: CompiledKind,
): EmittedFile[] {
  return [
    ...(kind.parts.schemas.size === 0 ? [] : [schemasFile(kind, options)]),
    ...groups.flatMap((group) => groupFiles(kind, group, options)),
  ];
}

/** Returns the extension of compiled modules: `js` in packages, `ts` in a folder. */
const codeExtension = ({ layout }: EmitOptions): string => (layout === "folder" ? "ts" : "js");

/**
 * Emits compiled functions as a TypeScript module without type checking, which would cost time and
 * find nothing: the exports have explicit types.
 */
export function uncheckedModule(
  path: string,
  names: ModuleScope,
  statements: readonly string[],
): EmittedFile {
  const file = moduleFile(path, names, statements);
  if (file.kind !== "module") return file;
  const directives = "/* eslint-disable */\n// @ts-nocheck";
  return { ...file, structure: { statements: [directives, ...file.structure.statements] } };
}

/** Returns the path of a group's module, without extension. */
const groupModule = ({ table }: CompiledKind, group: OperationGroup): string =>
  operationModule(group).replace("src/", `src/${table}/`).replace(/\.ts$/, "");

/** Creates the scope of a declaration file, which imports other files by their compiled names. */
export function declarationScope(
  path: string,
  options: EmitOptions,
  declared: Iterable<string>,
): ModuleScope {
  return new ModuleScope(path, options, declared, ({ name, module, isType }) => {
    if (!module.startsWith("contract/src/")) return { name, module, isType };
    const relative = posix.relative(posix.dirname(path), module.replace(/\.ts$/, ".js"));
    return { name, module: relative.startsWith(".") ? relative : `./${relative}`, isType };
  });
}

/**
 * Emits the module of the functions of schemas. They have no declarations: only compiled modules
 * call them.
 */
function schemasFile(kind: CompiledKind, options: EmitOptions): EmittedFile {
  const path = schemasModule(kind, options);
  const parts = [...new Set(kind.parts.schemas.values())];
  const names = new ModuleScope(path, options, []);
  const declarations = parts.flatMap((part) => part.declarations);
  importHelpers(names, kind, parts);
  const isExported = ({ name }: Declaration): boolean => kind.parts.schemas.has(name);
  const statements = declarations.map((one) => (isExported(one) ? `export ${one.text}` : one.text));
  return options.layout === "folder"
    ? uncheckedModule(path, names, statements)
    : moduleFile(path, names, statements);
}

/** Returns the path of the module with the functions of schemas. */
export const schemasModule = ({ table }: Pick<CompiledKind, "table">, options: EmitOptions) =>
  `contract/src/${table}/schemas.${codeExtension(options)}`;

function groupFiles(
  kind: CompiledKind,
  group: OperationGroup,
  options: EmitOptions,
): EmittedFile[] {
  const path = `${groupModule(kind, group)}.${codeExtension(options)}`;
  const isFolder = options.layout === "folder";
  const parts = group.operations.flatMap((operation) => kind.parts.operations.get(operation) ?? []);
  const declarations = parts.flatMap((part) => part.declarations);
  const own = new Set(declarations.map(({ name }) => name));
  const declared = isFolder ? [...own, ...group.operations.flatMap(kind.declares)] : [];
  const names = new ModuleScope(path, options, declared);
  const use = (name: string): string => {
    const module = kind.parts.schemas.has(name)
      ? schemasModule(kind, options)
      : `${runtimePackage}${kind.entry}`;
    return own.has(name) ? name : names.use({ name, module, isType: false });
  };
  importHelpers(names, kind, parts);
  for (const name of parts.flatMap(({ calls }) => [...calls])) use(name);
  const code = declarations.map(({ text }) => text);
  const valueOf = (operation: Operation): DataValue => kind.value(operation, use);
  if (isFolder) {
    const constants = group.operations.map((operation) => {
      const { name, declaration = "" } = kind.type(names, group, operation);
      const constant = kind.symbol(operation).name;
      return `${declaration}export const ${constant}: ${name} = ${dataText(valueOf(operation))};`;
    });
    return [uncheckedModule(path, names, [...code, ...constants])];
  }
  const constants = group.operations.map((operation) => ({
    name: kind.symbol(operation).name,
    value: valueOf(operation),
  }));
  return [moduleFile(path, names, code, constants), groupTypes(kind, group, options)];
}

function importHelpers(names: ModuleScope, kind: CompiledKind, parts: readonly CodePart[]): void {
  const module = `${runtimePackage}${kind.entry}`;
  for (const name of new Set(parts.flatMap(({ helpers }) => [...helpers])))
    names.use({ name, module, isType: false });
}

function groupTypes(kind: CompiledKind, group: OperationGroup, options: EmitOptions): EmittedFile {
  const path = `${groupModule(kind, group)}.d.ts`;
  const names = declarationScope(path, options, group.operations.flatMap(kind.declares));
  const declarations = group.operations.map((operation) => {
    const { name, declaration } = kind.type(names, group, operation);
    const constant = `export const ${kind.symbol(operation).name}: ${name};`;
    return declaration === undefined ? constant : `${declaration}${constant}\n`;
  });
  return moduleFile(path, names, [declarations.join("\n")]);
}

/** Emits the table of all operations, which also exports its entries. */
function tableFile(
  groups: readonly OperationGroup[],
  kind: CompiledKind,
  options: EmitOptions,
): EmittedFile {
  const path = `contract/src/${kind.table}.ts`;
  const names = new ModuleScope(path, options, [kind.table]);
  const moduleOf = (group: OperationGroup): string =>
    `${groupModule(kind, group).replace("contract/src/", "./")}.${codeExtension(options)}`;
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
