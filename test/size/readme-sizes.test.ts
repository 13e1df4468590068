import { join } from "node:path";
import { expect, test } from "vitest";
import { runtimeSizes } from "../../generator/src/emit/documents/readmes/runtime-sizes.ts";
import { bundle } from "./bundle.ts";

const root = join(import.meta.dirname, "../..");
const { entries, ...calls } = runtimeSizes;

const operation = (tag: string, name: string): string =>
  `import { createCore } from "@genai-app/client/core";
import { ${name} } from "@genai-app/client/${tag}";
globalThis.used = [createCore, ${name}];`;

const programs = {
  operation: operation("assistants", "getAssistant"),
  polled: operation("assistant-runs", "getAssistantRun"),
  paged: operation("assistants", "listAssistants"),
  stream: operation("events", "getAssistantRunEventsSSE"),
  webhooks: `import { receiveFrom } from "@openapi-packages/runtime/webhooks";
globalThis.used = receiveFrom;`,
} as const satisfies Record<keyof typeof calls, string>;

const ofEntries = Object.keys(entries).map((name): [string, string] => [
  name,
  `import * as all from "@openapi-packages/runtime/client/${name}";\nglobalThis.used = all;`,
]);

/** Generated READMEs round up, by less than this many kilobytes. */
const rounding = 0.2;

test.each([...Object.entries(programs), ...ofEntries])(
  "generated READMEs tell how large %s is",
  async (name, program) => {
    const told = { ...calls, ...entries }[name as keyof typeof calls];
    const kilobytes = (await bundle(program, root)).gzipped / 1000;
    expect(kilobytes).toBeLessThanOrEqual(told);
    expect(kilobytes).toBeGreaterThan(told - rounding);
  },
);
