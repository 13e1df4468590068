import { arrayMember, stringMember, type Json, type JsonObject } from "../../json/json.ts";

/** Returns the tags of a description by name, the first of each name (OpenAPI 3.2, Tag Object). */
export function tagsByName(document: JsonObject): ReadonlyMap<string, Json> {
  const tags = new Map<string, Json>();
  for (const tag of arrayMember(document, "tags")) {
    const name = stringMember(tag, "name");
    if (name !== undefined && !tags.has(name)) tags.set(name, tag);
  }
  return tags;
}

/**
 * Returns the names of a tag's ancestors by `parent`, the nearest first. In a circle the tag itself is left
 * out.
 */
export function tagAncestors(tags: ReadonlyMap<string, Json>, name: string): string[] {
  const found: string[] = [];
  let parent = stringMember(tags.get(name), "parent");
  while (parent !== undefined && tags.has(parent) && parent !== name && !found.includes(parent)) {
    found.push(parent);
    parent = stringMember(tags.get(parent), "parent");
  }
  return found;
}

/** The kinds of tags that mark operations without grouping them (OpenAPI's registry of tag kinds). */
const markingKinds = ["audience", "badge"];

/**
 * Returns the tag that groups an operation: the first one whose kind does not only mark it, otherwise the
 * first.
 */
export function groupingTag(
  tags: ReadonlyMap<string, Json>,
  names: readonly string[],
): string | undefined {
  const isDividing = (name: string): boolean =>
    !markingKinds.includes(stringMember(tags.get(name), "kind") ?? "");
  return names.find(isDividing) ?? names[0];
}
