import { isNode } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/** Checks that JSON bodies have a schema: without one their type is unknown, and nothing is validated. */
export const jsonBodySchema: Rule = () => ({
  MediaType(mediaType, { key, location, report }) {
    if (!isNode(mediaType) || !/[/+]json\b/.test(String(key))) return;
    if ("schema" in mediaType || "itemSchema" in mediaType || "$ref" in mediaType) return;
    report({ message: "A body of JSON needs a schema.", location: location.key() });
  },
});
