import { StructureKind, type TypeAliasDeclarationStructure } from "ts-morph";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { openScope, openTypeParameters, type OpenTypes } from "../open-types.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { typeText } from "../type-text.ts";

/**
 * Emits the module of the responses of `x-common-errors`; no file if there are none.
 *
 * @param openTypes the types with a type parameter for unknown enum values; omitted: there are none
 */
export function commonErrorFile(
  { commonErrors }: ApiModel,
  options: EmitOptions,
  openTypes?: OpenTypes,
): EmittedFile[] {
  if (commonErrors === undefined) return [];
  const { schema, statuses } = commonErrors;
  const { module: path, name } = contractSymbols.commonError;
  const open = openTypes?.has(contractSymbols.commonError) === true ? openTypes : undefined;
  const names = new ModuleScope(path, options, [name]);
  const scope = open === undefined ? names : openScope(names, open);
  const type: TypeAliasDeclarationStructure = {
    kind: StructureKind.TypeAlias,
    name,
    isExported: true,
    docs: documentation(
      "The error responses that all operations have in common, beside those that each documents (`x-common-errors`).",
    ),
    ...(open === undefined ? {} : { typeParameters: openTypeParameters(open) }),
    type: `{ status: ${statuses.join(" | ")}; body: ${typeText(scope, schema)} }`,
  };
  return [moduleFile(path, names, [type])];
}
