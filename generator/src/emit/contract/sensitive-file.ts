import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { documentation } from "../documentation.ts";
import type { ModulePart } from "../module-parts.ts";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";
import { sensitiveTable } from "@openapi-packages/compiler/compile/descriptors/sensitive-table";

/** Declares the table of secrets in requests and responses, for logging, if there are any. */
export function sensitiveParts(model: ApiModel): ModulePart[] {
  const value = sensitiveTable(model);
  if (value === undefined) return [];
  const { name } = contractSymbols.sensitive;
  const docs = documentation(
    "The secrets of the description: API keys, and values that are `writeOnly`, of `format: password` or marked with `x-sensitive`.",
  );
  const write: ModulePart["write"] = (names) => {
    const type = names.use(runtimeType("", "SensitiveTable"));
    return { data: [{ name, type, docs, value }] };
  };
  return [{ declared: [name], write }];
}
