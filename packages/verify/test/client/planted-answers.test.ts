import type { CheckName } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { verifyNotes, type Faults } from "./support.ts";

/** A fault, the operation whose failures show it, and the check that finds it. */
type Row = readonly [fault: string, operation: string, check: CheckName, faults: Faults];

const json = async (response: Response): Promise<unknown> => JSON.parse(await response.text());

const answers: readonly Row[] = [
  ["errors that are taken for results", "GetNote", "swallowed-error", { read: json }],
  [
    "404 as nothing",
    "GetNote",
    "swallowed-error",
    {
      around: (call) =>
        call().catch((error: { status?: number }) =>
          error.status === 404 ? undefined : Promise.reject(error),
        ),
    },
  ],
  [
    "errors with another body",
    "GetNote",
    "call-error",
    {
      around: (call) =>
        call().catch((error: object) => Promise.reject(Object.assign(error, { body: {} }))),
    },
  ],
  [
    "errors with another status",
    "GetNote",
    "call-error",
    {
      around: (call) =>
        call().catch((error: object) => Promise.reject(Object.assign(error, { status: 500 }))),
    },
  ],
  [
    "an answer that lacks a member",
    "GetNote",
    "call-result",
    { around: async (call) => ({ ...((await call()) as object), text: undefined }) },
  ],
  [
    "an answer in another encoding",
    "ListNotes",
    "call-result",
    { around: async (call) => ({ items: await call() }) },
  ],
  [
    "an answer that is not JSON as nothing",
    "GetNote",
    "broken-answer",
    {
      around: (call) =>
        call().catch((error: unknown) =>
          error instanceof SyntaxError ? undefined : Promise.reject(error as Error),
        ),
    },
  ],
  [
    "a page as text",
    "GetNote",
    "broken-answer",
    {
      read: async (response) => {
        const text = await response.text();
        if (!response.ok)
          throw Object.assign(new Error(), { status: response.status, body: JSON.parse(text) });
        return response.headers.get("content-type")?.includes("json") === true
          ? JSON.parse(text)
          : text;
      },
    },
  ],
  [
    "an answer that breaks off as what came of it",
    "GetNote",
    "broken-answer",
    {
      read: async (response) => {
        const chunks: Uint8Array[] = [];
        try {
          for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
            chunks.push(chunk);
        } catch {
          return Buffer.concat(chunks).toString();
        }
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        if (!response.ok) throw Object.assign(new Error(), { status: response.status, body });
        return body;
      },
    },
  ],
  [
    "nothing as an empty object",
    "GetNote",
    "broken-answer",
    { around: async (call) => (await call()) ?? {} },
  ],
  [
    "no connection as nothing",
    "GetNote",
    "broken-answer",
    {
      around: (call) =>
        call().catch((error: { status?: number }) =>
          error.status === undefined ? undefined : Promise.reject(error),
        ),
    },
  ],
];

test.each(sampled(answers, 4))("finds in answers %s", async (_, operation, check, faults) => {
  const { failures } = await verifyNotes(faults, [operation]);
  expect(failures.map((one) => `${one.operationId} ${one.check}`)).toContain(
    `${operation} ${check}`,
  );
});

test("finds a call that waits for ever where there is no answer", async () => {
  const around: Faults["around"] = (call) =>
    call().catch((error: { status?: number }) =>
      error.status === undefined ? new Promise(() => {}) : Promise.reject(error),
    );
  const { failures } = await verifyNotes({ around }, ["DeleteNote"], 100);
  expect(failures.map(({ check, operationId }) => `${operationId} ${check}`)).toContain(
    "DeleteNote hang",
  );
});
