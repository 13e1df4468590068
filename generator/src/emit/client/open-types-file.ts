import type { StatementStructures } from "ts-morph";
import type { ApiModel } from "../../model/api-model.ts";
import { clientExports } from "../../runtime-symbols.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { declareTypes } from "../schema-types/declare-types.ts";
import { moduleFile } from "../statements.ts";
import { structureKinds } from "../structure-kinds.ts";
import { contractSymbols } from "../symbols.ts";
import { schemaTypeIn, typeText } from "../type-text.ts";
import { openModule } from "./open-types.ts";
import { errorSchemas } from "./shared-facts.ts";

/** The module of the open types; none where all types are the contract's. */
export function openTypesFile(model: EmitModel, { scope }: EmitOptions): EmittedFile[] {
  const { names: own, redirect, types } = model.openTypes;
  if (own.length === 0) return [];
  const { name: commonError } = contractSymbols.commonError;
  const isCommonOpen = redirect(contractSymbols.commonError).module === openModule;
  const declared = isCommonOpen ? [...own, commonError] : own;
  const names = new ModuleScope(openModule, scope, declared, redirect);
  const nameOf = (schema: string): string => schemaTypeIn(names, schema);
  const text = declareTypes(types, { nameOf, isOpen: true });
  const declarations = isCommonOpen ? text + commonErrorText(model, names) : text;
  return [{ ...moduleFile(openModule, names, []), declarations } as EmittedFile];
}

function commonErrorText({ commonErrors }: ApiModel, names: ModuleScope): string {
  const symbol = contractSymbols.commonError;
  if (commonErrors === undefined) return "";
  const body = typeText(names, commonErrors.schema);
  const docs =
    "/** The answers that HTTP itself demands of every operation, beside those that it documents. */";
  return `${docs}\nexport type ${symbol.name} = { status: ${commonErrors.statuses.join(" | ")}; body: ${body} };\n`;
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
export function openTypesExport(model: EmitModel): StatementStructures[] {
  const own = new Set([
    ...model.groups.map((group) => `${group.typeName}Client`),
    ...errorSchemas(model).map(({ className }) => className),
  ]);
  const names = model.openTypes.names.filter((name) => !entryNames.has(name) && !own.has(name));
  if (names.length === 0) return [];
  return [
    {
      kind: structureKinds.exportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: "./types/schema.ts",
      namedExports: [...names],
    },
  ];
}
