import { follow, isNode, mediaTypesOf, placeOf, successMediaTypes } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/**
 * Checks that bodies which are objects refer to a named schema, because the type of an inline one is named
 * after its operation.
 */
export const bodySchemaNamed: Rule = () => {
  const seen = new Set<string>();
  return {
    Operation(operation, context) {
      if (!isNode(operation)) return;
      const body = context.location.child("requestBody");
      const mediaTypes = [
        ...mediaTypesOf(context, operation["requestBody"], body),
        ...successMediaTypes(context, operation),
      ];
      for (const { mediaType, node, location } of mediaTypes) {
        const { schema } = node;
        const place = location.child("schema");
        if (!/[/+]json\b/.test(mediaType) || !isNode(schema) || "$ref" in schema) continue;
        if (follow(context, schema, place)?.node["properties"] === undefined) continue;
        if (seen.has(placeOf(place))) continue;
        seen.add(placeOf(place));
        context.report({
          message: "This object has no name: put its schema into components and refer to it.",
          location: place.key(),
        });
      }
    },
  };
};
