import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import { sensitiveTable } from "@openapi-packages/compiler/compile/descriptors/sensitive-table";

/** Emits the table of secrets in requests and responses, for logging; no file if there are none. */
export function sensitiveFile(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const value = sensitiveTable(model);
  if (value === undefined) return [];
  const { module: path, name } = contractSymbols.sensitive;
  const names = new ModuleScope(path, options, [name]);
  const type = names.use(runtimeType("", "SensitiveTable"));
  const docs = documentation(
    "The secrets of the description: API keys, and values that are `writeOnly`, of `format: password` or marked with `x-sensitive`.",
  );
  return [moduleFile(path, names, [], [{ name, type, docs, value }])];
}
