import { isAnnotation } from "../../json/annotation-keywords.ts";
import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";

/** Schemas that combine more than this many others do not describe binary data. */
const mostNodes = 100;

/**
 * Returns the schema objects that apply to one value: the schema, the targets of its references,
 * and the parts of `allOf`. Returns none if there are more than 100.
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

/** Returns the first string value of a keyword among the nodes. */
export function firstText(nodes: readonly JsonObject[], keyword: string): string | undefined {
  return nodes.map((node) => node[keyword]).find((value) => typeof value === "string");
}

/** Returns the types that the nodes name, without `null`. */
export function typesOf(nodes: readonly JsonObject[]): Set<Json> {
  return new Set(
    nodes.flatMap((node) => [node["type"] ?? []].flat()).filter((type) => type !== "null"),
  );
}

/** Keywords that do not tell what kind a value is. Annotations do not either. */
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

/** Returns true if no keyword makes the value a structured text, a number, an object or a list. */
export function isUnstructured(nodes: readonly JsonObject[]): boolean {
  return nodes.every((node) =>
    Object.keys(node).every((keyword) => silent.has(keyword) || isAnnotation(keyword)),
  );
}
