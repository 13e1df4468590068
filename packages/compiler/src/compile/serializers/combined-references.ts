import { createHash } from "node:crypto";
import { isObject, type Json } from "@openapi-packages/description/json/json";
import { aliasOf, schemaList } from "../schema-reader.ts";
import type { DeclaredReader } from "./declared-parts.ts";
import { withoutAnnotations } from "@openapi-packages/description/json/annotation-keywords";

/** Named schemas that apply to the same value: as alternatives, or all together. */
export interface CombinedReferences {
  readonly keyword: "allOf" | "anyOf";
  readonly references: readonly string[];
}

/**
 * Returns the named schemas of a combination that consists of references only. Alternatives without
 * members or items, such as `null`, are ignored.
 */
export function combinedReferences(
  schema: Json,
  reader: DeclaredReader,
): CombinedReferences | undefined {
  if (!isObject(schema)) return undefined;
  const [keyword, ...others] = Object.keys(schema);
  if (others.length > 0) return undefined;
  if (keyword === "allOf") {
    const parts = schemaList(schema, keyword).map(withoutAnnotations);
    const references = parts.map(aliasOf).filter((reference) => reference !== undefined);
    return references.length < parts.length ? undefined : { keyword, references };
  }
  const references = alternativeReferences(schema, reader);
  return references && { keyword: "anyOf", references: [...new Set(references)] };
}

function alternativeReferences(schema: Json, reader: DeclaredReader): string[] | undefined {
  const found: string[] = [];
  if (!isObject(schema)) return undefined;
  const [keyword = "", ...others] = Object.keys(schema);
  if (others.length > 0 || !["anyOf", "oneOf"].includes(keyword)) return undefined;
  for (const alternative of schemaList(schema, keyword).map(withoutAnnotations)) {
    const { members, items } = reader.of(alternative);
    if (members === undefined && items === undefined) continue;
    const reference = aliasOf(alternative);
    const own = reference === undefined ? alternativeReferences(alternative, reader) : [reference];
    if (own === undefined) return undefined;
    found.push(...own);
  }
  return found;
}

/** The maximum length of a name; longer ones are cut and get a hash. */
const longestName = 100;

/**
 * Returns the name of a combination: `Cat$or$Dog`, `Pet$and$Owner`. No schema name contains a `$`.
 */
export function combinationName(keyword: "allOf" | "anyOf", names: readonly string[]): string {
  const name = names.join(keyword === "allOf" ? "$and$" : "$or$");
  if (name.length <= longestName) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${name.slice(0, longestName)}$${hash}`;
}
