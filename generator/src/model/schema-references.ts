import { isObject, type Json, type JsonObject } from "../json.ts";
import { eachSubschema, referencedName } from "../subschemas.ts";

/** The names of the component schemas that a schema refers to, at any depth of its own text. */
export function referencedNames(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of schemaParts(schema)) {
    const name = referencedName(part);
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** True if a keyword stands anywhere in a schema's own text. */
export function hasKeyword(schema: Json, keyword: string): boolean {
  for (const part of schemaParts(schema)) if (part[keyword] !== undefined) return true;
  return false;
}

/** A schema and those in it, references not followed. */
export function* schemaParts(schema: Json): Generator<JsonObject> {
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isObject(node)) continue;
    yield node;
    eachSubschema(node, (below) => stack.push(below));
  }
}

/** The names that can be reached from some names by way of references, these included. */
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

/** Those that refer to each name, of the names that each refers to. */
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
