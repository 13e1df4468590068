import { expect, test } from "vitest";
import { tableClient, verifyClient } from "@openapi-packages/verify";
import { describe as read } from "../support.ts";
import { verifyNotes } from "./support.ts";

test("what is wrong with single requests is not said of two", async () => {
  const { failures } = await verifyNotes({ draft: ({ headers }) => delete headers["X-Key"] });
  expect(failures.map(({ check, operationIds }) => [check, operationIds?.length])).toEqual([
    ["credential", 5],
  ]);
});

const shelves = `openapi: 3.1.0
info: { title: Shelves, version: 1.0.0 }
paths:
  /shelves/{shelf}:
    get:
      operationId: GetShelf
      parameters: [{ name: shelf, in: path, required: true, schema: { type: string, example: a/b } }]
      responses: { "204": { description: Done. } }
  /shelves/{shelf}/{book}:
    get:
      operationId: GetBook
      parameters:
        - { name: shelf, in: path, required: true, schema: { type: string, example: a } }
        - { name: book, in: path, required: true, schema: { type: string, example: b } }
      responses: { "204": { description: Done. } }
`;

test("a request that is another operation's by its wrong encoding is not said to be mixed", async () => {
  const client = tableClient(async ({ path }, { baseUrl, operation, signal }) => {
    const values = path as Record<string, string>;
    const target = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
    const response = await fetch(baseUrl + target, { signal });
    if (!response.ok) throw Object.assign(new Error(), { status: response.status });
  });
  const { failures } = await verifyClient({ description: await read(shelves), client });
  expect(new Set(failures.map(({ check }) => check))).toEqual(
    new Set(["request", "request-input"]),
  );
});
