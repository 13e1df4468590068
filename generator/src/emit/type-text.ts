import type { DescribedSchema, MediaType } from "../model/api-model.ts";
import { schemaTypeName } from "../names.ts";
import { inlineTypeText } from "./schema-types/declare-types.ts";
import type { NameScope } from "./module-scope.ts";
import { schemaModule } from "./symbols.ts";
import { literal } from "../escape.ts";
import type { NamedScheme } from "../model/named-schemes.ts";

/** The name by which a module knows the type of a schema. */
export function schemaTypeIn(scope: NameScope, schema: string): string {
  return scope.use({ name: schemaTypeName(schema), module: schemaModule, isType: true });
}

/** The type of a schema: its name where it has one, else its shape written out. */
export function typeText(scope: NameScope, { meaning }: Pick<DescribedSchema, "meaning">): string {
  return inlineTypeText(meaning, (name) => schemaTypeIn(scope, name));
}

/** The type of a body of a media type, as callers and handlers hold it. */
export function bodyText(scope: NameScope, media: MediaType): string {
  const { kind, stream } = media;
  if (kind === "binary") return "Blob";
  if (kind === "text" && stream === undefined) return "string";
  const item = itemText(scope, media);
  return stream === undefined ? item : `AsyncIterable<${item}>`;
}

/** The type of one item of a stream; of a body that is none, that of the body. */
export function itemText(scope: NameScope, { schema }: MediaType): string {
  return schema === undefined ? "unknown" : typeText(scope, schema);
}

/** The names of schemes as a type. */
export const schemesType = (schemes: readonly NamedScheme[]): string =>
  schemes.length === 0 ? "never" : schemes.map(({ name }) => literal(name)).join(" | ");
