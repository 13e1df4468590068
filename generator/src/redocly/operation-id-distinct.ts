import { typeName } from "@openapi-packages/description/names/names";
import { hasText, isNode } from "./nodes.ts";
import type { Rule } from "./redocly-types.ts";

/**
 * Checks that no two operationIds become the same name in code, which ignores case and characters other than
 * letters and digits. Redocly's `operation-operationId-unique` reports equal ones.
 */
export const operationIdDistinct: Rule = () => {
  const firstByName = new Map<string, { operationId: string; pointer: string }>();
  return {
    Operation(operation, { location, report }) {
      if (!isNode(operation) || !hasText(operation["operationId"])) return;
      const { operationId, "x-name": given } = operation;
      const name = typeName(hasText(given) ? given : operationId).toLowerCase();
      const first = firstByName.get(name);
      if (first === undefined) {
        firstByName.set(name, { operationId, pointer: location.pointer });
      } else if (first.operationId !== operationId) {
        report({
          message: `operationId "${operationId}" is the same name in code as "${first.operationId}" at ${first.pointer}.`,
          location: location.child("operationId"),
        });
      }
    },
  };
};
