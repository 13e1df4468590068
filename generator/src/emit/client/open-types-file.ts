import { StructureKind, type TypeAliasDeclarationStructure } from "ts-morph";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { earlierSchemaTypes } from "../contract/earlier-names.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { openModule } from "../open-types.ts";
import { moduleFile } from "../statements.ts";
import { contractIndex, contractSymbols } from "../symbols.ts";
import type { EmitModel } from "../emit-model.ts";

/**
 * Emits the module of the open types: the contract's types, whose enums allow further values. No file if no
 * type is open.
 */
export function openTypesFile(
  { openTypes, schemas }: EmitModel,
  options: EmitOptions,
): EmittedFile[] {
  const open = schemas.filter(({ name }) => openTypes.hasParameter(name));
  if (open.length === 0) return [];
  const { commonError } = contractSymbols;
  const symbols = [
    ...open.map((schema) => contractSymbols.schema(schema)),
    ...(openTypes.has(commonError) ? [commonError] : []),
  ];
  const declared = symbols.map((symbol) => openTypes.redirect(symbol).name);
  const names = new ModuleScope(openModule, options, declared);
  const statements = symbols.map((symbol) =>
    openType(names, openTypes.redirect(symbol).name, {
      ...symbol,
      module: contractIndex,
      namespace: "contract",
    }),
  );
  return [moduleFile(openModule, names, [...statements, earlierSchemaTypes(open)])];
}

/** Emits a type of the contract under a name of its own, with enums that allow further values. */
export const openType = (
  names: ModuleScope,
  name: string,
  closed: ModuleSymbol,
): TypeAliasDeclarationStructure => ({
  kind: StructureKind.TypeAlias,
  name,
  isExported: true,
  type: `${names.useOriginal(closed)}<${names.use(runtimeType("/client", "Open"))}>`,
});
