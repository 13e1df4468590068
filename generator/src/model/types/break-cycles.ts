import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { eachSubschema, mapMembers, mapSubschemas, referencedName } from "../../subschemas.ts";
import { componentsOf, cyclicEdges, type NameGraph } from "./name-graph.ts";

/** Keywords whose schemas are held against the very value that the schema itself is held against. */
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

/** Schemas without cycles, and the places of those cycles that meant nothing. */
export interface AcyclicSchemas {
  readonly schemas: JsonObject;
  /** Names of schemas that hold themselves; what they said by it is left out. */
  readonly cut: readonly string[];
}

/**
 * Cuts cycles of schemas that are held against the same value, which no validator would ever leave
 * and no type can have. Those that mean something are parents that list their children in `oneOf`,
 * while each child takes the parent into its `allOf`: it gets what the parent says beside that list.
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

/** Cuts the cycles that are left: such a schema holds itself and says nothing by it. */
function cutRest(schemas: JsonObject): AcyclicSchemas {
  const cyclic = cyclicEdges(inPlaceReferences(schemas));
  const result = mapMembers(schemas, (schema, name) => {
    const targets = cyclic.get(name);
    if (targets === undefined) return schema;
    return mapInPlace(schema, (part) => (targets.has(referencedName(part) ?? "") ? {} : undefined));
  });
  return { schemas: result, cut: Object.keys(schemas).filter((name) => cyclic.has(name)) };
}

/** The schemas that each schema takes in, by name; those that take in none are left out. */
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

/** Maps the schemas in place within one, itself included, deepest last. */
function mapInPlace(schema: Json, map: (schema: Json) => Json | undefined): Json {
  const mapped = map(schema);
  if (mapped !== undefined) return mapped;
  if (!isObject(schema)) return schema;
  return mapSubschemas(schema, (subschema, [keyword]) =>
    inPlace.has(String(keyword)) ? mapInPlace(subschema, map) : subschema,
  );
}

/** Puts something else for each part of `allOf` that is a reference. */
function withoutParents(schema: Json, replace: (target: string) => Json | undefined): Json {
  if (!isObject(schema)) return schema;
  return mapSubschemas(schema, (subschema, [keyword]) => {
    if (keyword !== "allOf") return subschema;
    const target = referencedName(subschema);
    if (target === undefined) return withoutParents(subschema, replace);
    return replace(target) ?? subschema;
  });
}

/** A schema without the alternatives that it lists, and without parts that lead back. */
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
