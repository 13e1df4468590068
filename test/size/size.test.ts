import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle, type Bundle } from "./bundle.ts";

const root = join(import.meta.dirname, "../..");

/** An application that makes a client's core and calls some operations of one tag. */
function using(tag: string, ...operations: string[]): Promise<Bundle> {
  const names = operations.join(", ");
  return bundle(
    `import { createCore } from "@genai-app/client/core";
import { ${names} } from "@genai-app/client/${tag}";
globalThis.used = [createCore, ${names}];`,
    root,
  );
}

/** The files of the runtime whose names have a word. */
const runtimeFiles = ({ files }: Bundle, word: RegExp): string[] =>
  files.filter((path) => path.startsWith("packages/runtime/") && word.test(path));

const optional = {
  streams: /event-stream|item-stream|stream-(?:call|error|read)|resume/,
  pages: /page|pagination/,
  "waiting for a status": /poll|final-status/,
  "descriptions of parameters, bodies and responses": /described|deep-object|form-data/,
  "redirects, which fetch follows": /redirect/,
  "entries that are imported by themselves":
    /logging|redact|opentelemetry|validation|tanstack|env\.ts|progress|raw\.ts/,
};

test("one operation is less than 8 KB gzipped", async () => {
  const { gzipped } = await using("assistants", "getAssistant");
  expect(gzipped).toBeLessThan(8000);
});

test.each(Object.entries(optional))(
  "a call that is neither streamed, paged nor polled bundles no %s",
  async (_, word) => {
    const one = await using("assistants", "getAssistant", "createAssistant", "deleteAssistant");
    expect(runtimeFiles(one, word)).toEqual([]);
  },
);

test("a paged call bundles pages, but no streams", async () => {
  const paged = await using("assistants", "listAssistants");
  expect(runtimeFiles(paged, optional.pages)).not.toEqual([]);
  expect(runtimeFiles(paged, optional.streams)).toEqual([]);
});

test("a polled call is less than 8.9 KB gzipped, and bundles no pages", async () => {
  const polled = await using("assistant-runs", "getAssistantRun");
  expect(runtimeFiles(polled, optional["waiting for a status"])).not.toEqual([]);
  expect(runtimeFiles(polled, optional.pages)).toEqual([]);
  expect(polled.gzipped).toBeLessThan(8900);
});

test("a streamed call bundles streams, but no pages", async () => {
  const streamed = await using("events", "getAssistantRunEventsSSE");
  expect(runtimeFiles(streamed, optional.streams)).not.toEqual([]);
  expect(runtimeFiles(streamed, optional.pages)).toEqual([]);
  // Its items are events, not lines or texts of JSON.
  expect(runtimeFiles(streamed, /json-sequence|line-parser/)).toEqual([]);
});

test("each further operation is less than 60 bytes gzipped", async () => {
  // The writer of JSON comes with the first operation that has a body.
  const one = await using("assistants", "createAssistant");
  const some = await using("assistants", "createAssistant", "updateAssistant", "deleteAssistant");
  expect((some.gzipped - one.gzipped) / 2).toBeLessThan(60);
});

test("the validator of one schema is less than 2.4 KB gzipped, and bundles no other", async () => {
  const { gzipped } = await bundle(
    `import { createAssistantBodyValidator } from "@genai-app/contract/schema-validators";
globalThis.used = createAssistantBodyValidator;`,
    root,
  );
  expect(gzipped).toBeLessThan(2400);
});

test("all operations are less than 23.8 KB gzipped", async () => {
  const { gzipped, files } = await bundle(
    `import { createClient } from "@genai-app/client";\nglobalThis.used = createClient;`,
    root,
  );
  expect(gzipped).toBeLessThan(23_800);
  // None of them has a list of parts.
  expect(files.filter((path) => /(?:read|write)-parts|transfer-encoding/.test(path))).toEqual([]);
});

test.each([
  ["readResponse", "jsonOrTextRead", 7000],
  ["readResponse", "contentRead", 8500],
  ["readResponse", "eventsRead", 10_100],
  ["writeBody", "contentBody", 8250],
  ["writeBody", "plainFormBody", 8250],
])("%s: %s brings no code for forms, parts and other streams", async (member, name, most) => {
  const { gzipped, files } = await bundle(
    `import { createClientCore, operation, ${name} } from "@openapi-packages/runtime/client";
globalThis.used = [createClientCore, operation({ operationId: "a", method: "GET", path: "/", responses: {} }, { ${member}: ${name} })];`,
    root,
  );
  const others = /multipart|form-data|deep-object|parameters\/encode|json-sequence|line-parser/;
  expect(files.filter((path) => others.test(path))).toEqual([]);
  expect(gzipped).toBeLessThan(most);
});

test("a client brings the code for lists of parts where an operation has one", async () => {
  const bundleOf = (name: string) =>
    bundle(
      `import { operation, ${name} } from "@openapi-packages/runtime/client";
globalThis.used = operation({ operationId: "a", method: "POST", path: "/", responses: {} }, { writeBody: ${name} });`,
      root,
    );
  const [described, parts] = [await bundleOf("describedBody"), await bundleOf("partsBody")];
  expect(parts.files.some((path) => path.endsWith("write-parts.ts"))).toBe(true);
  expect(parts.gzipped - described.gzipped).toBeLessThan(1500);
});

test("the validators of one tag are less than 4 KB gzipped, and load those of no other", async () => {
  const { gzipped, files } = await bundle(
    `import * as validators from "@genai-app/contract/validators/operations/assistants";
globalThis.used = validators;`,
    root,
  );
  const tags = files.filter((path) => path.includes("/validators/operations/"));
  expect(tags).toEqual(["packages/contract/src/validators/operations/assistants.js"]);
  expect(gzipped).toBeLessThan(4000);
});

/** The files of single tags, of operations and of what is compiled for them. */
const tagFiles = (files: readonly string[]): string[] =>
  files.filter((path) => /contract\/src\/(?:.+\/)?operations\//.test(path));

test("a server of one tag is less than 37.5 KB gzipped, and loads no other tag", async () => {
  const { gzipped, loaded } = await bundle(
    `import { createServerFromRoutes } from "@genai-app/server/core";
import { assistantsRoutes } from "@genai-app/server/assistants";
globalThis.used = [createServerFromRoutes, assistantsRoutes];`,
    root,
  );
  expect(tagFiles(loaded).toSorted()).toEqual([
    "packages/contract/src/operations/assistants.ts",
    "packages/contract/src/serializers/operations/assistants.js",
    "packages/contract/src/validators/operations/assistants.js",
  ]);
  expect(gzipped).toBeLessThan(37_500);
});
