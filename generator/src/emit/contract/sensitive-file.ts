import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { ModulePart } from "../module-parts.ts";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";

/** Declares the table of secrets in requests and responses, for logging, if there are any. */
export function sensitiveParts({ sensitive: value }: EmitModel): ModulePart[] {
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
