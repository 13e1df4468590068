import { StructureKind, type StatementStructures } from "ts-morph";
import { commonErrorType } from "../contract/common-error.ts";
import { clientExports } from "../../runtime-symbols.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { declareTypes } from "../schema-types/declare-types.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { schemaTypeIn } from "../type-text.ts";
import type { ClientModel } from "./client-model.ts";
import { openModule } from "./open-types.ts";

/** The module of the open types; none where all types are the contract's. */
export function openTypesFile(model: ClientModel, { scope }: EmitOptions): EmittedFile[] {
  const { commonErrors, openTypes } = model;
  const { names: own, redirect, types } = openTypes;
  if (own.length === 0) return [];
  const { name: commonError, module } = redirect(contractSymbols.commonError);
  const isCommonOpen = module === openModule;
  const declared = isCommonOpen ? [...own, commonError] : own;
  const names = new ModuleScope(openModule, scope, declared, redirect);
  const nameOf = (schema: string): string => schemaTypeIn(names, schema);
  const declarations = declareTypes(types, { nameOf, isOpen: true });
  const common =
    isCommonOpen && commonErrors ? [commonErrorType(names, commonErrors, commonError)] : [];
  return [moduleFile(openModule, names, [declarations, ...common])];
}

/** Names that the client's entry has of its own, or of the runtime, go before those of the description. */
const entryNames = new Set<string>([
  ...clientExports.values,
  ...clientExports.types,
  "Client",
  "createClient",
  "createCore",
]);

/** The entry's own export of the open types. */
export function openTypesExport(model: ClientModel): StatementStructures[] {
  const own = new Set([
    ...model.groups.map((group) => `${group.typeName}Client`),
    ...model.errorClasses.all.map(({ className }) => className),
  ]);
  const names = model.openTypes.names.filter((name) => !entryNames.has(name) && !own.has(name));
  if (names.length === 0) return [];
  return [
    {
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: "./types/schema.ts",
      namedExports: [...names],
    },
  ];
}
