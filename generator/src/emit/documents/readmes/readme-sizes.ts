import { hasOverloads } from "../../client/call-overloads.ts";
import type { EmitModel } from "../../emit-model.ts";
import type { Lines } from "./readme-sections.ts";
import { runtimeSizes } from "./runtime-sizes.ts";
import { receivedWebhooks } from "../../named-webhooks.ts";

/** Writes the table of bundle sizes, with the rows that apply to the client. */
export function sizesSection(model: EmitModel): Lines {
  const operations = model.groups.flatMap((group) => group.operations);
  const isStream = operations.some(
    (operation) =>
      hasOverloads(operation) ||
      operation.responses.some(({ content }) => content.some(({ stream }) => stream !== undefined)),
  );
  const calls = [
    ["one operation", runtimeSizes.operation, true],
    ["one that is waited for", runtimeSizes.polled, operations.some((one) => one.polling)],
    ["one with pages", runtimeSizes.paged, operations.some((one) => one.pagination)],
    ["one with a stream", runtimeSizes.stream, isStream],
  ] as const;
  const entries = Object.entries(runtimeSizes.entries).map(([name, size]): [string, number] => [
    `\`@openapi-packages/runtime/client/${name}\``,
    size,
  ]);
  const rows = [
    ...calls.filter(([, , isThere]) => isThere).map(([text, size]) => [text, size] as const),
    ...entries,
    ...(receivedWebhooks(model).length === 0
      ? []
      : [["`webhooks/receiver`, without its validators", runtimeSizes.webhooks] as const]),
  ];
  return [
    "Sizes of bundles, minified and gzipped. Each further operation adds less than 0.1 KB; its path and parameters are a small part of it.",
    "",
    "| import | KB |",
    "|---|---|",
    ...rows.map(([text, size]) => `| ${text} | ${size.toFixed(1)} |`),
    "",
  ];
}
