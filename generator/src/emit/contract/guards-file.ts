import { StructureKind, type StatementStructures } from "ts-morph";
import { literal, propertyKey } from "@openapi-packages/description/text/escape";
import type { ApiModel, NamedSchema } from "@openapi-packages/description/model/api-model";
import { schemasWithin } from "@openapi-packages/description/model/schema/schemas-within";
import type { TagValue } from "@openapi-packages/description/model/unions/traits";
import { documentation } from "../documentation.ts";
import type { EmittedFile } from "../emitted-file.ts";
import { placedScope, type PlacedOptions } from "../module-parts.ts";
import { moduleHome } from "../package-names.ts";
import { moduleFile } from "../statements.ts";
import { earlierConstant } from "./earlier-names.ts";

/** The member that identifies a variant, and its values. */
interface Tag {
  readonly property: string;
  readonly values: readonly TagValue[];
}

/** A named variant of a union, with its tag. */
interface Guarded extends Tag {
  readonly schema: NamedSchema;
}

/** Returns the name of a variant's guard: `isCat`. */
export const guardName = ({ typeName }: NamedSchema): string => `is${typeName}`;

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

/** Emits the guards of tagged unions, functions without imports; no file if there are none. */
export function guardsFile(model: ApiModel, options: PlacedOptions): EmittedFile[] {
  const guarded = guardedVariants(model);
  if (guarded.length === 0) return [];
  const path = "contract/src/guards.ts";
  const earlier = guarded.flatMap(({ schema }) =>
    schema.earlierNames.map((typeName) =>
      earlierConstant(guardName({ ...schema, typeName }), guardName(schema)),
    ),
  );
  const names = placedScope(path, options, []);
  return [moduleFile(moduleHome(path, options), names, guarded.map(guardFunction), earlier)];
}

function guardFunction({ schema, property, values }: Guarded): StatementStructures {
  const key = propertyKey(property);
  const access = `value[${literal(property)}]`;
  const union = values.map((value) => literal(value)).join(" | ");
  const test = values.map((value) => `${access} === ${literal(value)}`).join(" || ");
  return {
    kind: StructureKind.Function,
    name: guardName(schema),
    isExported: true,
    docs: documentation(
      `Returns whether a variant of a union is \`${schema.typeName}\`. It checks only the tag.`,
    ),
    typeParameters: [{ name: "Value", constraint: `{ readonly ${key}?: unknown }` }],
    parameters: [{ name: "value", type: "Value" }],
    returnType: `value is Extract<Value, { readonly ${key}: ${union} }>`,
    statements: [`return ${test};`],
  };
}
