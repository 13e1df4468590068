import type { Json, JsonObject } from "../../json.ts";

/**
 * Puts a value into a tree that shares its nodes with another one: what lies on the way is copied
 * once, all else stays shared.
 *
 * @param copied the nodes that are the tree's own already; grows
 */
export function setAt(
  root: JsonObject,
  path: readonly (string | number)[],
  value: Json,
  copied: Set<object>,
): void {
  let node = root as Record<string | number, Json>;
  for (const part of path.slice(0, -1)) {
    const child = node[part] as JsonObject | Json[];
    if (!copied.has(child)) {
      const copy = Array.isArray(child) ? [...child] : { ...child };
      copied.add(copy);
      node[part] = copy;
    }
    node = node[part] as Record<string | number, Json>;
  }
  node[path.at(-1) as string | number] = value;
}
