import { schemaTypeName } from "@openapi-packages/description/names/names";
import { entriesOf, hasText, isNode } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/**
 * Checks that no two schemas of `components` become the same name in code, which ignores case and other
 * characters.
 */
export const schemaNameDistinct: Rule = () => ({
  Components(components, { location, report }) {
    const firstByName = new Map<string, string>();
    for (const [key, schema] of entriesOf(isNode(components) ? components["schemas"] : undefined)) {
      const given = isNode(schema) ? schema["x-name"] : undefined;
      const name = schemaTypeName(hasText(given) ? given : key).toLowerCase();
      const first = firstByName.get(name);
      if (first === undefined) firstByName.set(name, key);
      else
        report({
          message: `Schema "${key}" is the same name in code as "${first}": rename one, or give it an x-name.`,
          location: location.child(["schemas", key]).key(),
        });
    }
  },
});
