import { outcome, type CheckName } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { searchOf, verifyTasks, type Parts } from "./tasks.ts";

/** A fault, what is said of it, and the check that finds it. */
type Row = readonly [fault: string, said: string, check: CheckName, parts: Parts];

type Values = Readonly<Record<string, unknown>>;

/** Leaves out members by their values. */
const without = (isOut: (value: unknown) => boolean, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isOut(value)));

const isDateText = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

const requests: readonly Row[] = [
  [
    "parameters that are left out where they are false in a condition",
    "as query/",
    "request-input",
    { query: (query) => searchOf(without((value) => !value, query)) },
  ],
  [
    "a list of one item that is written as JSON",
    "as query/labels",
    "request-input",
    {
      query: (query) =>
        searchOf(
          Object.fromEntries(
            Object.entries(query).map(([name, value]) => [
              name,
              Array.isArray(value) && value.length === 1 ? JSON.stringify(value) : value,
            ]),
          ),
        ),
    },
  ],
  [
    "null that is left out of bodies",
    "as body/note, and the call was given null",
    "request-input",
    { write: (body) => JSON.stringify(without((value) => value === null, body as Values)) },
  ],
  [
    "texts that are trimmed in bodies",
    'as body/id, and the call was given " t1',
    "request-input",
    {
      write: (body) =>
        JSON.stringify(body, (_, value: unknown) =>
          typeof value === "string" ? value.trim() : value,
        ),
    },
  ],
  [
    "empty lists that are left out of bodies",
    "as body/labels, and the call was given []",
    "request-input",
    {
      write: (body) =>
        JSON.stringify(
          without((value) => Array.isArray(value) && value.length === 0, body as Values),
        ),
    },
  ],
  [
    "decimals that are cut in bodies",
    "as body/effort",
    "request-input",
    {
      write: (body) =>
        JSON.stringify(body, (_, value: unknown) =>
          typeof value === "number" ? Math.trunc(value) : value,
        ),
    },
  ],
  [
    "a base URL whose path is lost",
    "/verify/v1",
    "request",
    { url: (baseUrl, path) => String(new URL(path, baseUrl)) },
  ],
  [
    "a creation that is sent twice",
    "sent twice",
    "repeated-request",
    {
      send: async (url, init) => {
        if (init.method === "POST") await fetch(url, init);
        return fetch(url, init);
      },
    },
  ],
  [
    "a repetition with another key",
    "another key",
    "repeated-request",
    {
      send: async (url, init) => {
        const keyed = (): RequestInit => ({
          ...init,
          headers: { ...(init.headers as object), "Idempotency-Key": crypto.randomUUID() },
        });
        const first = await fetch(url, keyed());
        return first.status === 500 ? fetch(url, keyed()) : first;
      },
    },
  ],
  [
    "a redirect with 307 that is followed by GET",
    "loses the method",
    "redirect",
    {
      send: async (url, init) => {
        const first = await fetch(url, { ...init, redirect: "manual" });
        const location = first.headers.get("location");
        return location === null ? first : fetch(location, { signal: init.signal ?? null });
      },
    },
  ],
  [
    "a redirect with 303 that is followed by POST",
    "keeps the method",
    "redirect",
    {
      send: async (url, init) => {
        const first = await fetch(url, { ...init, redirect: "manual" });
        const location = first.headers.get("location");
        return location === null ? first : fetch(location, init);
      },
    },
  ],
];

const answers: readonly Row[] = [
  [
    "texts that look like dates, as dates",
    "a Date as",
    "call-result",
    {
      parse: (text) =>
        JSON.parse(text, (_, value: unknown) =>
          isDateText(value) ? new Date(value as string) : value,
        ) as unknown,
    },
  ],
  [
    "texts that look like numbers, as numbers",
    "/labels/0",
    "call-result",
    {
      parse: (text) =>
        JSON.parse(text, (_, value: unknown) =>
          typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value,
        ) as unknown,
    },
  ],
  [
    "values that are false in a condition, as nothing",
    "/done",
    "call-result",
    {
      parse: (text) =>
        JSON.parse(text, (name, value: unknown) =>
          name === "done" ? value || undefined : value,
        ) as unknown,
    },
  ],
  [
    "null as an empty text",
    "/note",
    "call-result",
    { parse: (text) => JSON.parse(text, (_, value: unknown) => value ?? "") as unknown },
  ],
  [
    "an empty list as nothing",
    "/labels",
    "call-result",
    {
      parse: (text) =>
        JSON.parse(text, (_, value: unknown) =>
          Array.isArray(value) && value.length === 0 ? null : value,
        ) as unknown,
    },
  ],
  [
    "members that need not be there, as if they were",
    "the call fails",
    "call-result",
    {
      parse: (text) => {
        const given = JSON.parse(text) as { labels: string[] } | { labels: string[] }[];
        for (const one of [given].flat()) one.labels = one.labels.map(String);
        return given;
      },
    },
  ],
  [
    "integers of 32 bits",
    "/effort",
    "call-result",
    {
      parse: (text) =>
        JSON.parse(text, (_, value: unknown) =>
          typeof value === "number" && Number.isInteger(value) ? value | 0 : value,
        ) as unknown,
    },
  ],
  [
    "decimals with two places",
    "/effort",
    "call-result",
    {
      parse: (text) =>
        JSON.parse(text, (_, value: unknown) =>
          typeof value === "number" ? Number(value.toFixed(2)) : value,
        ) as unknown,
    },
  ],
  [
    "pieces that are decoded one by one",
    "the caller has",
    "call-result",
    {
      text: async (response) => {
        let text = "";
        for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
          text += Buffer.from(chunk).toString();
        return text;
      },
    },
  ],
  [
    "202 as 201",
    "the status 201",
    "call-result",
    {
      result: (body, status) =>
        outcome({ kind: "answer", status: status === 202 ? 201 : status, body }),
    },
  ],
  [
    "a status that is hidden",
    "hides the status 202",
    "call-result",
    {
      result: (body, status) =>
        outcome({ kind: "answer", ...(status !== 202 && { status }), body }),
    },
  ],
  [
    "a page of a gateway as nothing",
    "502",
    "swallowed-error",
    {
      send: async (url, init) => {
        const response = await fetch(url, init);
        return response.status === 502 ? Response.json([]) : response;
      },
    },
  ],
];

describe.each([
  ["requests", requests],
  ["answers", answers],
] as const)("finds in %s", (_, rows) => {
  test.each(sampled(rows, 4))("%s", async (__, said, check, parts) => {
    const { failures } = await verifyTasks(parts);
    const found = failures.map((one) => `${one.check}: ${one.message}`);
    expect(found).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${check}: .*${said.replaceAll(/[[\]]/g, String.raw`\$&`)}`),
      ),
    );
  });
});

test("finds nothing in the client without a fault", async () => {
  const { failures, errors } = await verifyTasks({}, "text");
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(errors).toEqual([]);
});

test("dates of texts that the description calls dates are a failure only where the adapter says so", async () => {
  const parts: Parts = {
    parse: (text) =>
      JSON.parse(text, (name, value: unknown) =>
        name === "dueAt" ? new Date(value as string) : value,
      ) as unknown,
  };
  expect((await verifyTasks(parts)).failures).toEqual([]);
  const { failures } = await verifyTasks(parts, "text");
  expect(failures.map(({ check, policy }) => `${check}: ${policy}`)).toEqual([
    "call-result: texts are dates in answers",
  ]);
});
