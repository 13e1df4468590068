import { isNode } from "../../generator/src/redocly/nodes.ts";
import type { RuleContext } from "../../generator/src/redocly/redocly-types.ts";

/**
 * Copies a schema with all schemas that it refers to, each once into `$defs`, so that circular
 * references remain references.
 *
 * @param source - the file of the schema, to which its references are relative
 */
export function selfContainedSchema(
  context: RuleContext,
  schema: unknown,
  source: string,
): Record<string, unknown> {
  const definitions: Record<string, unknown> = {};
  const names = new Map<string, string>();

  const copy = (value: unknown, from: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, from));
    if (!isNode(value)) return value;
    const members = Object.entries(value).map(([key, member]) => [key, copy(member, from)]);
    const copied: Record<string, unknown> = Object.fromEntries(members);
    if (typeof value["$ref"] === "string") copied["$ref"] = `#/$defs/${nameOf(value, from)}`;
    return copied;
  };

  const nameOf = (reference: unknown, from: string): string => {
    const { node, location } = context.resolve(reference, from);
    if (location === undefined) return "unresolved";
    const place = `${location.source.absoluteRef}${location.pointer}`;
    const known = names.get(place);
    if (known !== undefined) return known;
    const name = `schema-${names.size}`;
    names.set(place, name);
    definitions[name] = copy(node, location.source.absoluteRef);
    return name;
  };

  return { allOf: [copy(schema, source)], $defs: definitions };
}
