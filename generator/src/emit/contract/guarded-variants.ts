import type { ApiModel, NamedSchema } from "@openapi-packages/description/model/api-model";
import { schemasWithin } from "@openapi-packages/description/model/schema/schemas-within";
import type { TagValue } from "@openapi-packages/description/model/unions/traits";

/** The member that identifies a variant, and its values. */
interface Tag {
  readonly property: string;
  readonly values: readonly TagValue[];
}

/** A named variant of a union, with its tag. */
export interface Guarded extends Tag {
  readonly schema: NamedSchema;
}

/** The most tag values that one guard compares. */
const mostValues = 100;

/** Returns the variants of tagged unions that get a guard, in the order of the description. */
export function guardedVariants({ types, schemas }: ApiModel): Guarded[] {
  const tags = new Map<string, Tag>();
  for (const union of Object.values(types).flatMap(({ schema }) => schemasWithin(schema))) {
    if (union.kind !== "union" || union.tag === undefined) continue;
    const { property, values: all } = union.tag;
    for (const [index, alternative] of union.alternatives.entries()) {
      const values = all[index] ?? [];
      const isGuarded = values.length > 0 && values.length <= mostValues;
      if (!isGuarded || alternative.kind !== "reference" || tags.has(alternative.name)) continue;
      tags.set(alternative.name, { property, values });
    }
  }
  return schemas.flatMap((schema) => {
    const { name, variant } = schema;
    const tag = tags.get(name);
    // One guard serves both the request and the response variant.
    if (tag === undefined || (variant !== undefined && variant.of !== name)) return [];
    return [{ schema, ...tag }];
  });
}
