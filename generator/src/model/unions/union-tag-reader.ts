import type { JsonObject } from "../../json.ts";
import { targetIn } from "../applied/applied-schemas.ts";
import { TraitReader } from "./trait-reader.ts";
import { unionTag, type UnionTag } from "./union-choice.ts";

/** Gives the member that tells the objects of a union apart; `undefined` where none does. */
export type UnionTagReader = (
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
) => UnionTag | undefined;

/** The reader of unions in a document whose alternatives say their tags, as that of a model does. */
export function unionTagReader(document: JsonObject): UnionTagReader {
  const target = targetIn(document);
  const reader = new TraitReader((reference) => target(reference) ?? true);
  return (schema, keyword) => unionTag(schema, keyword, reader);
}
