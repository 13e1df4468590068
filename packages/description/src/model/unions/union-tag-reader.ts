import type { JsonObject } from "../../json/json.ts";
import { targetIn } from "../applied/applied-schemas.ts";
import { TraitReader } from "./trait-reader.ts";
import { unionTag, type UnionTag } from "./union-choice.ts";

/** Returns the member that distinguishes the objects of a union; `undefined` if there is none. */
export type UnionTagReader = (
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
) => UnionTag | undefined;

/**
 * Creates a reader for a document whose alternatives declare their tags, such as that of a model.
 */
export function unionTagReader(document: JsonObject): UnionTagReader {
  const target = targetIn(document);
  const reader = new TraitReader((reference) => target(reference) ?? true);
  return (schema, keyword) => unionTag(schema, keyword, reader);
}
