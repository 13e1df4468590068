import { arrayMember, objectMember, type Json, type JsonObject } from "../../json/json.ts";
import type { AppliedSchema, Target } from "./applied-schemas.ts";
import { Conjunction } from "./conjunction.ts";
import { requiredNames } from "./keyword-values.ts";

/** A schema with the target of its `$ref` and its `allOf` merged in. Alternatives stay separate. */
export interface MergedSchema {
  /** The schemas it is merged from, the given one first. */
  readonly schemas: readonly AppliedSchema[];
  /** All keywords. If several schemas have the same keyword, the first one wins. */
  readonly keywords: JsonObject;
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
  /** The lists of alternatives, one for each `oneOf` and `anyOf`. */
  readonly alternatives: readonly (readonly Json[])[];
}

/**
 * Merges a schema with everything that applies to the same value; `undefined` if no value conforms
 * to it.
 */
export function mergedSchema(target: Target, schema: Json): MergedSchema | undefined {
  const { schemas, isImpossible } = Conjunction.of(target, [schema]);
  if (isImpossible) return undefined;
  const keywords = new Map<string, Json>();
  const properties = new Map<string, Json>();
  for (const { schema: own } of schemas) {
    for (const [keyword, value] of Object.entries(own))
      if (!keywords.has(keyword)) keywords.set(keyword, value);
    for (const [name, property] of Object.entries(objectMember(own, "properties") ?? {})) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? property : { allOf: [known, property] });
    }
  }
  return {
    schemas,
    keywords: Object.fromEntries(keywords),
    properties,
    required: requiredNames(schemas),
    alternatives: schemas.flatMap(({ schema: own }) => alternativesOf(own)),
  };
}

function alternativesOf(schema: JsonObject): (readonly Json[])[] {
  const lists = ["oneOf", "anyOf"].map((keyword) => arrayMember(schema, keyword));
  return lists.filter((list) => list.length > 0);
}
