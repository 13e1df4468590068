import { isNode, mediaTypesOf, placeOf, successMediaTypes, type DescriptionNode } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/**
 * Checks that everything mocks and tests need a value for has an example: each named schema (`examples`),
 * each request body and successful response by media type (`example` or `examples`; an event stream:
 * `x-event-sequence`), each path parameter (`example` or `examples`). A schema is named if it is in
 * `components/schemas` or the target of a reference.
 */
export const examplePresent: Rule = () => {
  const seen = new Set<string>();
  return {
    Schema(schema, { location, rawNode, report }) {
      const isNamed =
        (isNode(rawNode) && "$ref" in rawNode) ||
        /^#\/components\/schemas\/[^/]+$/.test(location.pointer);
      if (!isNode(schema) || !isNamed || seen.has(placeOf(location))) return;
      seen.add(placeOf(location));
      if (isNonEmptyList(schema["examples"])) return;
      report({ message: "A named schema needs examples.", location: location.key() });
    },
    Parameter(parameter, { location, report }) {
      if (!isNode(parameter) || parameter["in"] !== "path" || hasExample(parameter)) return;
      const message = `The path parameter "${String(parameter["name"])}" needs an example.`;
      report({ message, location });
    },
    Operation(operation, context) {
      if (!isNode(operation)) return;
      const body = context.location.child("requestBody");
      const mediaTypes = [
        ...mediaTypesOf(context, operation["requestBody"], body),
        ...successMediaTypes(context, operation),
      ];
      for (const { mediaType, node, location } of mediaTypes) {
        if (seen.has(placeOf(location)) || hasExample(node)) continue;
        seen.add(placeOf(location));
        const message = `${String(operation["operationId"])} needs an example of its ${mediaType} body.`;
        context.report({ message, location: location.key() });
      }
    },
  };
};

function hasExample(node: DescriptionNode): boolean {
  const examples = node["examples"];
  return (
    node["example"] !== undefined ||
    (isNode(examples) && Object.keys(examples).length > 0) ||
    isNonEmptyList(node["x-event-sequence"])
  );
}

function isNonEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
