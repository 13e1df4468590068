import type { MediaType, SchemaPlace } from "../model/api-model.ts";
import { inlineType } from "../model/types/inline-type.ts";
import { schemaTypeName } from "../names.ts";
import { inlineTypeText } from "./schema-types/declare-types.ts";
import type { ModuleScope } from "./module-scope.ts";

/** The module of all schema types. */
export const schemaModule = "contract/src/schema.ts";

/** The name by which a module knows the type of a schema. */
export function schemaTypeIn(scope: ModuleScope, schema: string): string {
  return scope.use({ name: schemaTypeName(schema), module: schemaModule, isType: true });
}

/** The type of a schema: its name where it has one, else its shape written out. */
export function typeText(scope: ModuleScope, { schema }: SchemaPlace): string {
  return inlineTypeText(inlineType(schema), (name) => schemaTypeIn(scope, name));
}

/** The type of a body of a media type, as callers and handlers hold it. */
export function bodyText(scope: ModuleScope, { kind, schema, stream }: MediaType): string {
  if (kind === "binary") return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const item = schema === undefined ? "unknown" : typeText(scope, schema);
  return stream === undefined ? item : `AsyncIterable<${item}>`;
}
