import { isNode } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/** Checks that each operation has exactly one tag, which the description's `tags` declare. */
export const operationOneTag: Rule = () => {
  const declared = new Set<unknown>();
  return {
    Root(root) {
      const tags = isNode(root) && Array.isArray(root["tags"]) ? root["tags"] : [];
      for (const tag of tags) if (isNode(tag)) declared.add(tag["name"]);
    },
    Operation(operation, { location, report }) {
      const tags: unknown = isNode(operation) ? operation["tags"] : undefined;
      if (!Array.isArray(tags) || tags.length === 0) {
        report({ message: "An operation needs one tag.", location: location.key() });
      } else if (tags.length > 1) {
        report({
          message: `An operation has one tag only; here are ${tags.length}.`,
          location: location.child("tags"),
        });
      } else if (!declared.has(tags[0])) {
        report({
          message: `Tag "${String(tags[0])}" is not declared in the description's tags.`,
          location: location.child(["tags", 0]),
        });
      }
    },
  };
};
