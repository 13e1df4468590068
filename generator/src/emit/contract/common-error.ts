import { StructureKind, type TypeAliasDeclarationStructure } from "ts-morph";
import type { ApiModel, CommonErrors } from "@openapi-packages/description/model/api-model";
import { documentation } from "../documentation.ts";
import type { ModulePart } from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import { openScope, openTypeParameters, type OpenTypes } from "../open-types.ts";
import { contractSymbols } from "../symbols.ts";
import { typeText } from "../type-text.ts";

/**
 * Declares the type of the responses of `x-common-errors`, if there are any.
 *
 * @param openTypes the types with a type parameter for unknown enum values; omitted: there are none
 */
export function commonErrorParts(model: ApiModel, openTypes?: OpenTypes): ModulePart[] {
  const { commonErrors } = model;
  if (commonErrors === undefined) return [];
  const { name } = contractSymbols.commonError;
  const write = (names: ModuleScope) => ({
    statements: [commonErrorType(names, commonErrors, openTypes)],
  });
  return [{ declared: [name], write }];
}

function commonErrorType(
  names: ModuleScope,
  { schema, statuses }: CommonErrors,
  openTypes: OpenTypes | undefined,
): TypeAliasDeclarationStructure {
  const open = openTypes?.has(contractSymbols.commonError) === true ? openTypes : undefined;
  const scope = open === undefined ? names : openScope(names, open);
  return {
    kind: StructureKind.TypeAlias,
    name: contractSymbols.commonError.name,
    isExported: true,
    docs: documentation(
      "The error responses that all operations have in common, beside those that each documents (`x-common-errors`).",
    ),
    ...(open === undefined ? {} : { typeParameters: openTypeParameters(open) }),
    type: `{ status: ${statuses.join(" | ")}; body: ${typeText(scope, schema)} }`,
  };
}
