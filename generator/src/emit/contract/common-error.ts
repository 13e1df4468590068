import { StructureKind, type TypeAliasDeclarationStructure } from "ts-morph";
import type { ApiModel, CommonErrors } from "../../model/api-model.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { typeText } from "../type-text.ts";

/** The module of the answers of `x-common-errors`; none where there are none. */
export function commonErrorFile({ commonErrors }: ApiModel, options: EmitOptions): EmittedFile[] {
  if (commonErrors === undefined) return [];
  const { module: path, name } = contractSymbols.commonError;
  const names = new ModuleScope(path, options, [name]);
  return [moduleFile(path, names, [commonErrorType(names, commonErrors, name)])];
}

/** `CommonError`, or its open form: the answers of `x-common-errors`. */
export function commonErrorType(
  names: ModuleScope,
  { schema, statuses }: CommonErrors,
  name: string,
): TypeAliasDeclarationStructure {
  return {
    kind: StructureKind.TypeAlias,
    name,
    isExported: true,
    docs: documentation(
      "The error responses that all operations have in common, beside those that each documents (`x-common-errors`).",
    ),
    type: `{ status: ${statuses.join(" | ")}; body: ${typeText(names, schema)} }`,
  };
}
