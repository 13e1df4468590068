import type { Json, JsonObject } from "../../json/json.ts";

/**
 * Sets a value in a tree that shares its nodes with another one. The nodes on the path are copied
 * once; all others stay shared.
 * @param copied the nodes that belong to this tree already; new copies are added
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
