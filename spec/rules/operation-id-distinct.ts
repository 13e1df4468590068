import { hasText, isNode } from "./nodes.ts";
import type { Rule } from "./redocly.ts";

/**
 * Checks that no two operationIds differ only by case: generated names change the case of the first
 * letter. Equal operationIds are reported by Redocly's `operation-operationId-unique`.
 */
export const operationIdDistinct: Rule = () => {
  const firstByLowerCase = new Map<string, { operationId: string; pointer: string }>();
  return {
    Operation(operation, { location, report }) {
      if (!isNode(operation) || !hasText(operation["operationId"])) return;
      const operationId = operation["operationId"];
      const first = firstByLowerCase.get(operationId.toLowerCase());
      if (first === undefined) {
        const { pointer } = location;
        firstByLowerCase.set(operationId.toLowerCase(), { operationId, pointer });
      } else if (first.operationId !== operationId) {
        report({
          message: `operationId "${operationId}" differs only by case from "${first.operationId}" at ${first.pointer}.`,
          location: location.child("operationId"),
        });
      }
    },
  };
};
