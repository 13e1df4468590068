import { entriesOf, follow, type LocatedNode } from "./nodes.ts";
import type { NodeLocation, RuleContext } from "./redocly-types.ts";

/**
 * Finds the schema of the member at `pointer` (RFC 6901) in values of `schema`, looking into `properties` and
 * through `$ref` and `allOf`; `undefined` if no such member is described.
 */
export function schemaMember(
  context: RuleContext,
  schema: unknown,
  location: NodeLocation,
  pointer: string,
): LocatedNode | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  const names = pointer.split("/").slice(1).map(unescapePointer);
  return member(context, schema, location, names, new Set());
}

function member(
  context: RuleContext,
  schema: unknown,
  location: NodeLocation,
  names: readonly string[],
  visited: ReadonlySet<unknown>,
): LocatedNode | undefined {
  const found = follow(context, schema, location);
  if (found === undefined || visited.has(found.node)) return undefined;
  const [name, ...rest] = names;
  if (name === undefined) return found;
  for (const [property, value] of entriesOf(found.node["properties"])) {
    if (property !== name) continue;
    return member(context, value, found.location.child(["properties", name]), rest, new Set());
  }
  const parts: unknown = found.node["allOf"];
  for (const [index, part] of Array.isArray(parts) ? parts.entries() : []) {
    const place = found.location.child(["allOf", index]);
    const inPart = member(context, part, place, names, new Set([...visited, found.node]));
    if (inPart !== undefined) return inPart;
  }
  return undefined;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
