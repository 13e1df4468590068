import { arrayMember, stringMember, toPointer, type Json } from "../json/json.ts";
import { tagAncestors } from "../load/openapi/tag-tree.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Returns the text for a tag: its summary, its description, and its parent tags (OpenAPI 3.2, Tag
 * Object).
 */
export function tagText(tags: ReadonlyMap<string, Json>, name: string): string {
  const tag = tags.get(name);
  const above = tagAncestors(tags, name)
    .map((one) => stringMember(tags.get(one), "summary") ?? one)
    .toReversed()
    .join(" › ");
  const texts = [
    stringMember(tag, "summary") ?? "",
    stringMember(tag, "description") ?? "",
    above === "" ? "" : `Part of ${above}.`,
  ];
  return texts.filter((text) => text !== "").join("\n\n");
}

/** Reports parents that are not tags, and tags that are their own ancestor. */
export function checkTagParents(context: ModelContext, tags: ReadonlyMap<string, Json>): void {
  for (const [index, tag] of arrayMember(context.document, "tags").entries()) {
    const name = stringMember(tag, "name");
    const parent = stringMember(tag, "parent");
    if (name === undefined || parent === undefined) continue;
    const last = tagAncestors(tags, name).at(-1) ?? name;
    const isRing = stringMember(tags.get(last), "parent") === name;
    if (tags.has(parent) && !isRing) continue;
    const reason = isRing
      ? "is below itself"
      : `has a parent ${JSON.stringify(parent)} that is not a tag`;
    context.report(
      "tag-parent",
      `tag ${name} ${reason}, so it has no parent`,
      toPointer(["tags", index, "parent"]),
      "declare the parent under tags, or remove it",
    );
  }
}
