import { literal, markdownCode } from "@openapi-packages/description/text/escape";
import { methodText, type CallExample } from "./readme-examples.ts";
import type { Lines } from "./readme-sections.ts";

/** Writes the section about waiting for a status. */
export function pollingSection(example: CallExample): Lines {
  const { polling } = example.operation;
  if (polling === undefined) return [];
  const { member, succeeded, final } = polling;
  const others = final.filter((value) => value !== succeeded);
  const failed = others.length === 0 ? "" : ` (${others.map(markdownCode).join(", ")})`;
  return [
    "## Waiting for a status",
    "",
    `Calls of type \`PollCall\` read a record whose status changes: \`${methodText(example)}(…).waitFor()\` reads ${markdownCode(member)} again until it is ${markdownCode(succeeded)}. Another final status${failed} is a \`FinalStatusError\` with the record as its \`body\`; to return it instead, list it, as in \`until: [${[succeeded, ...others].map((value) => literal(value)).join(", ")}]\`, and narrows the type of the result. A status that is not described is not final.`,
    "",
    "| option | |",
    "|---|---|",
    "| `until` | the statuses to wait for, final or not |",
    "| `waitTimeout` | the time limit for the whole wait, 600 000 ms by default; then a `TimeoutError` of the kind `wait` |",
    "| `minInterval`, `maxInterval` | 1000 and 10 000 ms by default: the random time between two reads grows from one to the other; a `Retry-After` overrides it |",
    "| `signal` | ends the wait and its read, like that of the call |",
    "| `onProgress` | called with each read record |",
    "",
  ];
}
