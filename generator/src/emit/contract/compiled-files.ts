import { literalKey } from "../../escape.ts";
import type { CodePart } from "../../compile/code/code-part.ts";
import type { CompiledParts } from "../../compile/code/compiled-parts.ts";
import { operationGroups, type Operation, type OperationGroup } from "../../model/api-model.ts";
import { runtimePackage } from "../../runtime-symbols.ts";
import { Expression, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { moduleFile, reexports } from "../statements.ts";
import { operationModule } from "../symbols.ts";

/** A kind of functions that are compiled ahead of time. */
export interface CompiledKind {
  /** The constant with the table, and the names of file and folder. */
  readonly table: "validators" | "serializers";
  /** The entry of the runtime that the functions import from. */
  readonly entry: "/validation" | "/serialization";
  /** The runtime's type of an operation's own. */
  readonly operationType: "OperationValidators" | "OperationSerializers";
  readonly parts: CompiledParts;
  /** The constant with an operation's own. */
  readonly symbol: (operation: Operation) => ModuleSymbol;
  /** The value of that constant, and what it uses. */
  readonly value: (operation: Operation) => CompiledValue;
}

/** The value of a constant with an operation's functions. */
export interface CompiledValue {
  /** Members, their values code or members again. */
  readonly members: CompiledMembers;
  /** The names of what it imports from the runtime. */
  readonly helpers: readonly string[];
  /** The functions of schemas in it. */
  readonly calls: readonly string[];
}

export interface CompiledMembers {
  readonly [name: string]: string | CompiledMembers;
}

/**
 * Compiled functions as modules: those of schemas in one, those of operations in one for each group
 * with a constant for each operation, and the table of all operations.
 */
export function compiledFiles(
  model: EmitModel,
  options: EmitOptions,
  kind: CompiledKind,
): EmittedFile[] {
  const groups = operationGroups(model);
  const schemas = [...new Set(kind.parts.schemas.values())];
  return [
    ...(schemas.length === 0 ? [] : [schemasFile(kind, schemas)]),
    ...groups.flatMap((group) => [groupFile(kind, group), groupTypes(kind, group)]),
    tableFile(groups, options, kind),
  ];
}

/** The module of a group's functions, without its extension. */
const groupModule = ({ table }: CompiledKind, group: OperationGroup): string =>
  operationModule(group).replace("src/", `src/${table}/`).replace(/\.ts$/, "");

const schemasModule = ({ table }: CompiledKind): string => `contract/src/${table}/schemas.js`;

function schemasFile(kind: CompiledKind, parts: readonly CodePart[]): EmittedFile {
  const exported = new Set(kind.parts.schemas.keys());
  const helpers = new Set(parts.flatMap((part) => [...part.helpers]));
  const declarations = parts.flatMap((part) => part.declarations);
  const blocks = declarations.map(({ name, text }) =>
    exported.has(name) ? `export ${text}` : text,
  );
  const text = moduleText([importLine(helpers, `${runtimePackage}${kind.entry}`)], blocks);
  return { kind: "printed", path: schemasModule(kind), text };
}

function groupFile(kind: CompiledKind, group: OperationGroup): EmittedFile {
  const members = group.operations.map((operation) => ({
    name: kind.symbol(operation).name,
    part: kind.parts.operations.get(operation),
    value: kind.value(operation),
  }));
  const helpers = members.flatMap(({ part, value }) => [
    ...(part?.helpers ?? []),
    ...value.helpers,
  ]);
  const own = new Set(
    members.flatMap(({ part }) => part?.declarations ?? []).map(({ name }) => name),
  );
  const calls = members.flatMap(({ part, value }) => [...(part?.calls ?? []), ...value.calls]);
  const path = `${groupModule(kind, group)}.js`;
  const schemas = group.kind === "webhooks" ? "./schemas.js" : "../schemas.js";
  const blocks = members.flatMap(({ name, part, value }) => [
    ...(part?.declarations ?? []).map(({ text }) => text),
    `export const ${name} = ${membersText(value.members, "")};`,
  ]);
  const imports = [
    importLine(new Set(helpers), `${runtimePackage}${kind.entry}`),
    importLine(new Set(calls.filter((name) => !own.has(name))), schemas),
  ];
  return { kind: "printed", path, text: moduleText(imports, blocks) };
}

const importLine = (names: ReadonlySet<string>, module: string): string =>
  names.size === 0 ? "" : `import { ${[...names].toSorted().join(", ")} } from "${module}";`;

function moduleText(imports: readonly string[], blocks: readonly string[]): string {
  const lines = imports.filter((line) => line !== "");
  const all = lines.length === 0 ? blocks : [lines.join("\n"), ...blocks];
  return `${all.join("\n\n")}\n`;
}

/** An object literal; one with a single member stays on its line. */
function membersText(members: CompiledMembers, indent: string): string {
  const entries = Object.entries(members);
  const isShort = entries.length === 1 && typeof entries[0]?.[1] === "string";
  const inner = isShort ? indent : `${indent}  `;
  const texts = entries.map(([name, value]) => {
    const text = typeof value === "string" ? value : membersText(value, inner);
    return `${literalKey(name)}: ${text}`;
  });
  if (isShort) return `{ ${texts.join(", ")} }`;
  const lines = texts.map((text) => `${inner}${text},`);
  return lines.length === 0 ? "{}" : ["{", ...lines, `${indent}}`].join("\n");
}

function groupTypes(kind: CompiledKind, group: OperationGroup): EmittedFile {
  const lines = group.operations.map(
    (operation) => `export const ${kind.symbol(operation).name}: ${kind.operationType};`,
  );
  const text = [
    `import type { ${kind.operationType} } from "${runtimePackage}";`,
    "",
    ...lines,
    "",
  ];
  return { kind: "printed", path: `${groupModule(kind, group)}.d.ts`, text: text.join("\n") };
}

/** The table of all operations, which exports what is in it. */
function tableFile(
  groups: readonly OperationGroup[],
  { scope }: EmitOptions,
  kind: CompiledKind,
): EmittedFile {
  const path = `contract/src/${kind.table}.ts`;
  const names = new ModuleScope(path, scope, [kind.table]);
  const moduleOf = (group: OperationGroup): string =>
    `${groupModule(kind, group).replace("contract/src/", "./")}.js`;
  const rows = groups.flatMap((group) =>
    group.operations.map((operation): [string, DataValue] => {
      const symbol = { ...kind.symbol(operation), module: moduleOf(group) };
      return [operation.id, new Expression(names.use(symbol))];
    }),
  );
  const docs = documentation(`The ${kind.table} of every operation by its operationId.`);
  const value = Object.fromEntries(rows);
  return moduleFile(path, names, reexports(groups.map(moduleOf)), [
    { name: kind.table, docs, value },
  ]);
}
