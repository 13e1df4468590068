import { groupName } from "@openapi-packages/description/names/names";
import { hasText, isNode } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/** Checks that no two tags become the same group in code, which ignores case and other characters. */
export const tagNameDistinct: Rule = () => ({
  Root(root, { location, report }) {
    const tags: readonly unknown[] =
      isNode(root) && Array.isArray(root["tags"]) ? (root["tags"] as readonly unknown[]) : [];
    const firstByName = new Map<string, string>();
    for (const [index, tag] of tags.entries()) {
      if (!isNode(tag) || !hasText(tag["name"])) continue;
      const { name, "x-name": given } = tag;
      const inCode = groupName(hasText(given) ? given : name).toLowerCase();
      const first = firstByName.get(inCode);
      if (first === undefined) firstByName.set(inCode, name);
      else if (first !== name)
        report({
          message: `Tag "${name}" is the same name in code as "${first}": rename one, or give it an x-name.`,
          location: location.child(["tags", index, "name"]),
        });
    }
  },
});
