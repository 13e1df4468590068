import type { JsonObject } from "../../json/json.ts";
import { targetIn } from "../applied/applied-schemas.ts";
import { TraitReader } from "./trait-reader.ts";
import { unionChoice, unionTag, type UnionTag } from "./union-choice.ts";

/** How the alternatives of `anyOf` or `oneOf` differ. */
export interface UnionReading {
  /** The member that distinguishes the objects of the alternatives, if there is one. */
  readonly tag: UnionTag | undefined;
  /** True if no value can conform to two alternatives. */
  readonly isExclusive: boolean;
}

/** Returns how the alternatives of a schema differ. */
export type UnionReader = (schema: JsonObject, keyword: "anyOf" | "oneOf") => UnionReading;

/**
 * Creates a reader for a document whose alternatives declare their tags, such as that of a model.
 */
export function unionReader(document: JsonObject): UnionReader {
  const target = targetIn(document);
  const reader = new TraitReader((reference) => target(reference) ?? true);
  return (schema, keyword) => ({
    tag: unionTag(schema, keyword, reader),
    isExclusive: unionChoice(schema, keyword, reader) !== undefined,
  });
}
