import { earlierSchemaTypes } from "../contract/earlier-names.ts";
import { commonErrorType } from "../contract/common-error.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { declareTypes } from "../schema-types/declare-types.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { schemaTypeIn } from "../type-text.ts";
import type { ClientModel } from "./client-model.ts";
import { openModule } from "./open-types.ts";

/** The module of the open types; none where all types are the contract's. */
export function openTypesFile(model: ClientModel, options: EmitOptions): EmittedFile[] {
  const { commonErrors, openTypes } = model;
  const { names: own, redirect, schemas } = openTypes;
  if (own.length === 0) return [];
  const { name: commonError, module } = redirect(contractSymbols.commonError);
  const isCommonOpen = module === openModule;
  const declared = isCommonOpen ? [...own, commonError] : own;
  const names = new ModuleScope(openModule, options, declared, redirect);
  const nameOf = (schema: string): string => schemaTypeIn(names, schema);
  const earlier = earlierSchemaTypes(
    model.schemas.filter(({ typeName }) => own.includes(typeName)),
  );
  const declarations = declareTypes(schemas, { nameOf, isOpen: openTypes.enums }) + earlier;
  const common =
    isCommonOpen && commonErrors ? [commonErrorType(names, commonErrors, commonError)] : [];
  return [moduleFile(openModule, names, [declarations, ...common])];
}
