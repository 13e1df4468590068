import type { ApiModel, NamedSchema } from "@openapi-packages/description/model/api-model";
import {
  reachableNames,
  referencedNames,
} from "@openapi-packages/description/model/schema-references";
import { changeKind } from "./change-kinds.ts";
import type { FoundChange } from "./change-types.ts";
import { SchemaComparison } from "./schema/schema-comparison.ts";

/**
 * Compares named schemas that no operation uses. No request or response has them, but code may use their types. Each
 * changed schema gives one change: one that breaks its type if there is any, otherwise the first.
 */
export function compareUnusedSchemas(base: ApiModel, head: ApiModel): FoundChange[] {
  const later = new Map(head.schemas.map((schema) => [schema.name, schema]));
  const changed = base.schemas.flatMap((schema) => {
    const other = later.get(schema.name);
    const isSame = JSON.stringify(schema.json) === JSON.stringify(other?.json);
    return other === undefined || isSame ? [] : [[schema, other] as const];
  });
  if (changed.length === 0) return [];
  const used = new Set([...usedNames(base), ...usedNames(head)]);
  return changed
    .filter(([{ name }]) => !used.has(name))
    .flatMap(([one, other]) => compareUnused(one, other, base, head));
}

function compareUnused(
  one: NamedSchema,
  other: NamedSchema,
  base: ApiModel,
  head: ApiModel,
): FoundChange[] {
  const comparison = new SchemaComparison(base.document, head.document);
  const pair = { base: [one], head: [other], label: one.name };
  const operation = { base: undefined, head: undefined };
  for (const direction of ["request", "response"] as const)
    comparison.add({ pair, direction, operation });
  const found = comparison.changes();
  const [first] = found;
  if (first === undefined) return [];
  const breaks = found.find(({ code }) => changeKind(code).compile === "breaking");
  const { message, base: before, head: after } = breaks ?? first;
  return [
    {
      code: breaks === undefined ? "unused-schema-extended" : "unused-schema-changed",
      message: `${message}; no operation uses ${one.name}`,
      base: before,
      head: after,
      schemas: [one.name],
    },
  ];
}

/** The names of schemas that a parameter, a header or a body refers to, directly or through other schemas. */
function usedNames({ placed, schemas }: ApiModel): ReadonlySet<string> {
  return reachableNames(
    placed.flatMap((schema) => [...referencedNames(schema)]),
    new Map(schemas.map(({ name, json: schema }) => [name, referencedNames(schema)])),
  );
}
