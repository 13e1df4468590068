import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { polls, pollService, type Race } from "./polls.ts";

/** Polls whose change has an example without a text that may be any. */
const described = (texts: string): string =>
  polls.replace(
    /PollEdit:\n.*\n.*\n/,
    `PollEdit:
      type: object
      properties: { closed: { type: boolean }, ${texts} }
      example: { closed: true }
`,
  );

const free = "title: { type: string, minLength: 1 }, question: { type: string }";

async function found(texts: string, ...races: Race[]) {
  const asked: string[] = [];
  const service = pollService(...races);
  const report = await verifyServer({
    description: await read(described(texts)),
    server: {
      fetch: async (request) => {
        if (request.method === "PATCH") asked.push(await request.clone().text());
        return service(request);
      },
    },
    replay: ["editPoll/at-once/same-tag", "editPoll/at-once/patches"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return { asked, said: report.failures.map(({ check, message }) => `${check}: ${message}`) };
}

test("changes at once are made of optional texts where the example has none", async () => {
  expect(await found(free, "compares tags early")).toMatchObject({
    said: ["lost-update: 5 of 5 changes at once with the same If-Match succeed"],
  });
  expect((await found(free, "writes back what it read")).said).toContainEqual(
    expect.stringMatching(/^concurrent-calls: two changes of different members at once/),
  );
  const { said, asked } = await found(free);
  expect(said).toEqual([]);
  expect(asked.length).toBeGreaterThan(7);
});

test.each([
  `title: { type: string, enum: [Lunch, Dinner] }, question: { type: string, pattern: "^Q" }`,
  `title: { type: [string, "null"], format: date }`,
])("no change is made where no text may be any: %s", async (texts) => {
  expect(await found(texts, "compares tags early")).toEqual({ said: [], asked: [] });
});
