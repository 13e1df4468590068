import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { absentMember } from "../../model/variants/derive-variants.ts";
import { memberSchemas } from "./member-schemas.ts";
import type { SchemaIndex } from "./schema-index.ts";

/**
 * A value without the members that its schema's variant leaves out. One example often serves a request
 * and its response, with what is written only and what is read only in it.
 */
export function visiblePart(index: SchemaIndex, schemas: readonly Json[], value: Json): Json {
  const nodes = applied(index, schemas);
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map((item, position) =>
      visiblePart(index, itemSchemas(nodes, position), item),
    );
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, one]): [string, Json][] => {
    const own = nodes.flatMap((node) => memberSchemas(index.patterns, node, name));
    const isAbsent = own.some((schema) => member(schema, absentMember) === true);
    return isAbsent ? [] : [[name, visiblePart(index, own, one)]];
  });
  return Object.fromEntries(members);
}

function itemSchemas(nodes: readonly JsonObject[], position: number): Json[] {
  return nodes.flatMap((node) => {
    const schema = arrayMember(node, "prefixItems")[position] ?? member(node, "items");
    return schema === undefined ? [] : [schema];
  });
}

/** Every schema that may speak of the same value, alternatives included. */
export function applied(index: SchemaIndex, schemas: readonly Json[]): JsonObject[] {
  const found = new Set<JsonObject>();
  const add = (schema: Json): void => {
    if (!isObject(schema) || found.has(schema)) return;
    found.add(schema);
    const target = index.referenced(schema);
    if (target !== undefined) add(target.schema);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) arrayMember(schema, keyword).forEach(add);
  };
  schemas.forEach(add);
  return [...found];
}
