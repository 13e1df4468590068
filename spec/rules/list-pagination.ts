import { hasText, isNode } from "../../generator/src/redocly/nodes.ts";
import type { Rule } from "../../generator/src/redocly/redocly-types.ts";

/**
 * Checks that each operation whose operationId begins with `List` declares `x-pagination`; one without
 * pages has `style: none` and a reason.
 */
export const listPagination: Rule = () => ({
  Operation(operation, { location, report }) {
    if (!isNode(operation)) return;
    const operationId = operation["operationId"];
    const pagination = operation["x-pagination"];
    if (pagination === undefined) {
      if (!hasText(operationId) || !operationId.startsWith("List")) return;
      report({ message: `${operationId} declares no x-pagination.`, location: location.key() });
    } else if (isNode(pagination) && pagination["style"] === "none") {
      if (hasText(pagination["reason"])) return;
      report({
        message: "x-pagination with style none needs a reason.",
        location: location.child("x-pagination").key(),
      });
    }
  },
});
