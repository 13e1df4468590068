import { isObject, type Json, type JsonObject } from "../json/json.ts";
import { eachSubschema, referencedName } from "../json/subschemas.ts";

/**
 * Returns the names of the component schemas that a schema refers to, directly or in its
 * subschemas. References are not followed.
 */
export function referencedNames(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of schemaParts(schema)) {
    const name = referencedName(part);
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Returns true if a keyword occurs in a schema or its subschemas. References are not followed. */
export function hasKeyword(schema: Json, keyword: string): boolean {
  for (const part of schemaParts(schema)) if (part[keyword] !== undefined) return true;
  return false;
}

/** Yields a schema and all its subschemas, without following references. */
export function* schemaParts(schema: Json): Generator<JsonObject> {
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isObject(node)) continue;
    yield node;
    eachSubschema(node, (below) => stack.push(below));
  }
}

/** Returns all names that references lead to from the given names, including these. */
export function reachableNames(
  start: Iterable<string>,
  references: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const reached = new Set<string>();
  const queue = [...start];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    queue.push(...(references.get(name) ?? []));
  }
  return reached;
}

/** Reverses references: maps each name to the names that refer to it. */
export function reversed(
  references: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Set<string>> {
  const referrers = new Map<string, Set<string>>();
  for (const [name, targets] of references) {
    for (const target of targets) {
      const known = referrers.get(target);
      if (known === undefined) referrers.set(target, new Set([name]));
      else known.add(name);
    }
  }
  return referrers;
}
