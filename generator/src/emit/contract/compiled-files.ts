import type { Operation } from "../../model/api-model.ts";
import { Expression, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import { codeFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { runtimePackage, runtimeType } from "../../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";

/** Functions that are compiled ahead of time, and who uses which. */
export interface Compiled<Names> {
  /** The module that exports each function by its name. */
  readonly code: string;
  readonly exports: readonly string[];
  readonly operations: ReadonlyMap<Operation, Names>;
}

/** What sets one kind of them apart. */
export interface CompiledKind<Names> {
  /** The constant with the table, and the names of file and folder. */
  readonly table: "validators" | "serializers";
  /** The runtime's type of one function. */
  readonly type: "Validator" | "Serializer";
  /** The runtime's type of an operation's own. */
  readonly operationType: "OperationValidators" | "OperationSerializers";
  readonly symbol: (operation: Operation) => ModuleSymbol;
  /** Documents an operation's own. */
  readonly docs: (operation: Operation) => string;
  /** The value of an operation's own. */
  readonly value: (names: Names, use: (name: string) => Expression) => DataValue;
}

/** The compiled functions, their types, and the table that gives each operation its own. */
export function compiledFiles<Names>(
  { scope }: EmitOptions,
  { code, exports, operations }: Compiled<Names>,
  kind: CompiledKind<Names>,
): EmittedFile[] {
  const path = `contract/src/${kind.table}.ts`;
  const compiled = `contract/src/${kind.table}/compiled`;
  const entries = [...operations];
  const declared = entries.map(([operation]) => kind.symbol(operation).name);
  const names = new ModuleScope(path, scope, [...declared, kind.table]);
  const use = (name: string): Expression =>
    new Expression(names.use({ name, module: `./${kind.table}/compiled.js`, isType: false }));
  const constants = entries.map(([operation, own]) => ({
    name: kind.symbol(operation).name,
    type: names.use(runtimeType("", kind.operationType)),
    docs: documentation(kind.docs(operation)),
    value: kind.value(own, use),
  }));
  const rows = entries.map(([operation]): [string, DataValue] => [
    operation.id,
    new Expression(kind.symbol(operation).name),
  ]);
  const table = {
    name: kind.table,
    docs: documentation(`The ${kind.table} of every operation by its operationId.`),
    value: Object.fromEntries(rows),
  };
  return [
    codeFile(`${compiled}.js`, code),
    codeFile(`${compiled}.d.ts`, declarations(kind.type, exports)),
    moduleFile(path, names, [], [...constants, table]),
  ];
}

function declarations(type: string, exports: readonly string[]): string {
  const lines = exports.map((name) => `export const ${name}: ${type};`);
  return [`import type { ${type} } from "${runtimePackage}";`, "", ...lines, ""].join("\n");
}
