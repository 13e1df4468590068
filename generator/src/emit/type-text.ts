import type { DescribedSchema, MediaType } from "@openapi-packages/description/model/api-model";
import { schemaTypeName } from "@openapi-packages/description/names/names";
import { inlineTypeText } from "./schema-types/declare-types.ts";
import type { NameScope } from "./module-scope.ts";
import { schemaModule } from "./symbols.ts";
import { literal } from "@openapi-packages/description/text/escape";
import type { NamedScheme } from "@openapi-packages/description/model/named-schemes";

/** Imports the type of a schema and returns its name in the module. */
export function schemaTypeIn(scope: NameScope, schema: string): string {
  return scope.use({ name: schemaTypeName(schema), module: schemaModule, isType: true });
}

/** Prints the type of a schema: its name, or the type itself if it has none. */
export function typeText(scope: NameScope, { meaning }: Pick<DescribedSchema, "meaning">): string {
  if (meaning.kind === "reference") return schemaTypeIn(scope, meaning.name);
  return inlineTypeText(meaning, (name) => schemaTypeIn(scope, name));
}

/** Prints the type of a body, as callers and handlers use it. */
export function bodyText(scope: NameScope, media: MediaType): string {
  const { kind, stream } = media;
  if (kind === "binary") return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const item = itemText(scope, media);
  return stream === undefined ? item : `AsyncIterable<${item}>`;
}

/** Prints the type of a stream's items, or of a body that is not a stream. */
export function itemText(scope: NameScope, { schema }: MediaType): string {
  return schema === undefined ? "unknown" : typeText(scope, schema);
}

/** Prints the names of security schemes as a union type. */
export const schemesType = (schemes: readonly NamedScheme[]): string =>
  schemes.length === 0 ? "never" : schemes.map(({ name }) => literal(name)).join(" | ");
