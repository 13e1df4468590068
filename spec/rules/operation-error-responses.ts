import { isNode } from "../../generator/src/redocly/nodes.ts";
import type { Rule } from "../../generator/src/redocly/redocly-types.ts";

const statuses = ["400", "500"];

/** Checks that each operation documents 400 and 500. */
export const operationErrorResponses: Rule = () => ({
  Operation: {
    Responses(responses, { location, report }) {
      if (!isNode(responses)) return;
      for (const status of statuses) {
        if (status in responses) continue;
        report({ message: `The response ${status} is missing.`, location: location.key() });
      }
    },
  },
});
