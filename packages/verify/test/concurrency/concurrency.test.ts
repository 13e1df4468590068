import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { polls, pollService, type Race } from "./polls.ts";

const description = await read(polls);

const verified = (seed: number, ...races: Race[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: pollService(...races) },
    seed,
    replay: [
      "createPoll/at-once/created",
      "createPoll/at-once/unique",
      "createPoll/at-once/idempotency-key",
      "editPoll/at-once/same-tag",
      "editPoll/at-once/patches",
      "votePoll/at-once/counted",
    ],
  });

test.each([0, 1, 2])(
  "a service that does each call by itself has no failure, seed %d",
  async (seed) => {
    const report = await verified(seed);
    expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
    const statusesOf = (id: string) =>
      report.coverage.find(({ operationId }) => operationId === id)?.statuses;
    // Each case got as far as it could.
    expect(statusesOf("createPoll")).toMatchObject({ 409: 6 });
    expect(statusesOf("editPoll")).toMatchObject({ 412: 5 });
    expect(statusesOf("votePoll")).toEqual({ 204: 7 });
  },
);

test.each<[Race, string, string, RegExp]>([
  [
    "keeps the request in a variable",
    "concurrent-calls",
    "createPoll",
    /gets the answer of another/,
  ],
  ["answers with the newest", "concurrent-calls", "showPoll", /gets the answer of another/],
  ["counts keys late", "concurrent-calls", "createPoll", /two of 5 calls at once the key/],
  [
    "looks for titles early",
    "concurrent-calls",
    "createPoll",
    /5 of 5 calls at once with the same values/,
  ],
  ["forgets idempotency keys", "idempotency-key", "createPoll", /a second request/],
  ["looks for idempotency keys early", "idempotency-key", "createPoll", /5 requests at once/],
  ["compares tags early", "lost-update", "editPoll", /5 of 5 changes at once/],
  ["ignores tags", "lost-update", "editPoll", /overwrites the first one/],
  ["writes back what it read", "concurrent-calls", "editPoll", /different members at once/],
  [
    "counts votes late",
    "concurrent-calls",
    "votePoll",
    /5 calls at once change \/votes from 2 to 3/,
  ],
  ["drops records", "concurrent-calls", "showPoll", /answers 404 for/],
  ["fails when it is busy", "concurrent-calls", "createPoll", /answers 500 to one of 5/],
])("finds a service that %s", async (race, check, operationId, message) => {
  const { failures, errors } = await verified(0, race);
  expect(errors).toEqual([]);
  expect(failures.map((one) => [one.check, one.operationId, one.message])).toContainEqual([
    check,
    operationId,
    expect.stringMatching(message),
  ]);
});
