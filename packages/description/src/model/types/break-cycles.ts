import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { eachSubschema, mapMembers, mapSubschemas, referencedName } from "../../json/subschemas.ts";
import { componentsOf, cyclicEdges, type NameGraph } from "./name-graph.ts";

/** The keywords whose subschemas are validated against the same value as the schema itself. */
export const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);

/** Schemas without cycles. */
export interface AcyclicSchemas {
  readonly schemas: JsonObject;
  /**
   * The names of schemas that included themselves; the cycle is removed, because it means nothing.
   */
  readonly cut: readonly string[];
}

/**
 * Removes cycles of schemas that apply to the same value: a validator would never end, and no type
 * can express them.
 * One kind of cycle has a meaning: a parent lists its children in `oneOf`, and each child includes
 * the parent by `allOf`. Such a child gets what the parent says beside that list.
 */
export function breakCycles(schemas: JsonObject): AcyclicSchemas {
  const edges = inPlaceReferences(schemas);
  const components = componentsOf(edges);
  const isWithin = (name: string, other: string): boolean =>
    components.get(name) === components.get(other);
  const circular = [...edges].flatMap(([name, targets]) =>
    [...targets].some((target) => isWithin(name, target)) ? [name] : [],
  );
  if (circular.length === 0) return { schemas, cut: [] };
  const result = { ...schemas };
  for (const name of circular) {
    result[name] = withoutParents(result[name] as Json, (target) =>
      isWithin(name, target)
        ? ownAssertions(schemas[target] as Json, (other) => isWithin(name, other))
        : undefined,
    );
  }
  return cutRest(result);
}

/** Removes the remaining cycles, in which a schema only includes itself. */
function cutRest(schemas: JsonObject): AcyclicSchemas {
  const cyclic = cyclicEdges(inPlaceReferences(schemas));
  const result = mapMembers(schemas, (schema, name) => {
    const targets = cyclic.get(name);
    if (targets === undefined) return schema;
    return mapInPlace(schema, (part) => (targets.has(referencedName(part) ?? "") ? {} : undefined));
  });
  return { schemas: result, cut: Object.keys(schemas).filter((name) => cyclic.has(name)) };
}

/**
 * Returns the names that each schema applies to the same value; schemas without any are left out.
 */
function inPlaceReferences(schemas: JsonObject): NameGraph {
  const edges = new Map<string, ReadonlySet<string>>();
  for (const [name, schema] of Object.entries(schemas)) {
    const targets = inPlaceNames(schema);
    if (targets.size > 0) edges.set(name, targets);
  }
  return edges;
}

function inPlaceNames(schema: Json): Set<string> {
  const names = new Set<string>();
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isObject(node)) continue;
    const name = referencedName(node);
    if (name !== undefined) names.add(name);
    eachSubschema(node, (below) => stack.push(below), inPlace);
  }
  return names;
}

/**
 * Maps a schema and the subschemas that apply to the same value. What the mapper replaces is not
 * searched further.
 */
function mapInPlace(schema: Json, map: (schema: Json) => Json | undefined): Json {
  const mapped = map(schema);
  if (mapped !== undefined) return mapped;
  if (!isObject(schema)) return schema;
  return mapSubschemas(schema, (subschema, [keyword]) =>
    inPlace.has(String(keyword)) ? mapInPlace(subschema, map) : subschema,
  );
}

/** Replaces each part of `allOf` that is a reference. */
function withoutParents(schema: Json, replace: (target: string) => Json | undefined): Json {
  if (!isObject(schema)) return schema;
  return mapSubschemas(schema, (subschema, [keyword]) => {
    if (keyword !== "allOf") return subschema;
    const target = referencedName(subschema);
    if (target === undefined) return withoutParents(subschema, replace);
    return replace(target) ?? subschema;
  });
}

/** Returns a schema without its alternatives and without the parts that lead back to the cycle. */
function ownAssertions(schema: Json, leadsBack: (name: string) => boolean): Json {
  if (!isObject(schema)) return schema;
  const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...rest } = schema;
  const parts = arrayMember(schema, "allOf").filter((part) => {
    const names = [...inPlaceNames(part)];
    return !names.some(leadsBack);
  });
  const { allOf: _allOf, ...own } = rest;
  return member(schema, "allOf") === undefined || parts.length === 0
    ? own
    : { ...own, allOf: parts };
}
