import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import type { Schema } from "@openapi-packages/description/model/schema/schema";
import type { EmitModel } from "../emit-model.ts";
import type { ModuleScope } from "../module-scope.ts";
import { typeText } from "../type-text.ts";

/** Returns the type of a value as JSON, in which mocks keep records and examples. */
export function jsonText(names: ModuleScope, model: EmitModel, meaning: Schema): string {
  const type = typeText(names, { meaning });
  return hasCodecs(model) ? `${names.use(runtimeType("", "JsonOf"))}<${type}>` : type;
}
