import { isNode } from "./nodes.ts";
import type { Rule } from "./redocly.ts";

const failures = ["400", "500"];

/** Every operation documents 400 and 500. */
export const operationFailures: Rule = () => ({
  Operation: {
    Responses(responses, { location, report }) {
      if (!isNode(responses)) return;
      for (const status of failures) {
        if (status in responses) continue;
        report({ message: `The response ${status} is missing.`, location: location.key() });
      }
    },
  },
});
