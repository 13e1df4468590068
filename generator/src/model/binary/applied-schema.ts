import { isAnnotation } from "../../annotation-keywords.ts";
import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { referencedName } from "../../subschemas.ts";

/** A schema is combined of a few others; what is combined of more is none of binary data. */
const mostNodes = 100;

/**
 * The nodes that apply to one value: a schema, what it refers to, and the parts of `allOf`; none if there are
 * more than 100.
 */
export function appliedNodes(schemas: JsonObject, schema: Json): JsonObject[] {
  const nodes: JsonObject[] = [];
  const seen = new Set<Json>();
  const stack: (Json | undefined)[] = [schema];
  while (stack.length > 0) {
    const node = stack.pop();
    if (!isObject(node) || seen.has(node)) continue;
    seen.add(node);
    nodes.push(node);
    if (nodes.length > mostNodes) return [];
    const name = referencedName(node);
    if (name !== undefined) stack.push(member(schemas, name));
    stack.push(...arrayMember(node, "allOf"));
  }
  return nodes;
}

/** The first value of a keyword among nodes. */
export function firstText(nodes: readonly JsonObject[], keyword: string): string | undefined {
  return nodes.map((node) => node[keyword]).find((value) => typeof value === "string");
}

/** The types that nodes name, without `null`. */
export function typesOf(nodes: readonly JsonObject[]): Set<Json> {
  return new Set(
    nodes.flatMap((node) => [node["type"] ?? []].flat()).filter((type) => type !== "null"),
  );
}

/** Keywords that say nothing of the kind of a value, beside annotations. */
const silent = new Set([
  "$ref",
  "allOf",
  "contentMediaType",
  "contentSchema",
  "format",
  "maxLength",
  "minLength",
  "nullable",
  "type",
]);

/** True if nodes have no keyword that makes a value a text, a number, an object or a list. */
export function isUnstructured(nodes: readonly JsonObject[]): boolean {
  return nodes.every((node) =>
    Object.keys(node).every((keyword) => silent.has(keyword) || isAnnotation(keyword)),
  );
}
