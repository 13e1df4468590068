import { pageParameterNames } from "@openapi-packages/description/model/undeclared-pages";
import { entriesOf, follow, isNode, queryParameters, successMediaTypes } from "./nodes.ts";
import type { NodeLocation, Rule, RuleContext } from "./redocly-types.ts";

/**
 * Checks that an operation which seems to return a list in pages has `x-pagination`, because without it calls
 * return one page. `style: none` declares that there are no pages.
 */
export const paginationDeclared: Rule = () => ({
  PathItem: {
    Operation(operation, context, parents) {
      if (!isNode(operation) || context.key !== "get" || "x-pagination" in operation) return;
      const names = queryParameters(context, parents["PathItem"], operation);
      const paged = [...names].find((name) => pageParameterNames.test(String(name)));
      if (paged === undefined) return;
      const isList = successMediaTypes(context, operation).some(({ node, location }) =>
        hasList(context, node["schema"], location.child("schema"), new Set()),
      );
      if (!isList) return;
      context.report({
        message: `This list has the parameter "${String(paged)}" and no x-pagination: calls give one page.`,
        location: context.location.key(),
      });
    },
  },
});

/** True for a list, and for an object with a list as a direct member. */
function hasList(
  context: RuleContext,
  schema: unknown,
  location: NodeLocation,
  visited: ReadonlySet<unknown>,
): boolean {
  const found = follow(context, schema, location);
  if (found === undefined || visited.has(found.node)) return false;
  const { type, properties, allOf } = found.node;
  const seen = new Set([...visited, found.node]);
  const isArray = (one: unknown): boolean =>
    follow(context, one, found.location)?.node["type"] === "array";
  return (
    type === "array" ||
    entriesOf(properties).some(([, member]) => isArray(member)) ||
    (Array.isArray(allOf) && allOf.some((part) => hasList(context, part, found.location, seen)))
  );
}
