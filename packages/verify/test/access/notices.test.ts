import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { notices, noticeService, type Slip } from "./notices.ts";

const description = await read(notices);

const verified = (seed: number, ...slips: Slip[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: noticeService(...slips) },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    seed,
    replay: [
      "createNotice/other-principal",
      "createNotice/own-callers",
      "showMe/own-answers",
      "logout/session",
    ],
  });

test.each<[number, Slip[]]>([
  [0, []],
  [1, []],
  [2, []],
  // Who may write what is said by no description.
  [0, ["lets others edit"]],
  [0, ["lets others edit and remove"]],
])("what is for all, or for its author, has no failure, seed %d, %s", async (seed, slips) => {
  const report = await verified(seed, ...slips);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
  const statusesOf = (id: string) =>
    report.coverage.find(({ operationId }) => operationId === id)?.statuses;
  // Each case got as far as it could.
  expect(statusesOf("showMe")).toMatchObject({ 200: 12, 401: 2 });
  expect(statusesOf("login")).toEqual({ 204: 2 });
});

test.each<[Slip, string, string, RegExp]>([
  [
    "keeps sessions after logout",
    "ignores-credentials",
    "logout",
    /the cookie sid of the session is still taken by showMe/,
  ],
  [
    "gives the ended session again",
    "ignores-credentials",
    "login",
    /a cookie sid after a logout that showMe refuses/,
  ],
  [
    "knows the caller in a variable",
    "other-principal",
    "showMe",
    /answers one principal with what is another's/,
  ],
  [
    "knows the caller in a variable",
    "other-principal",
    "createNotice",
    /answers \/author of another principal/,
  ],
])("%s: %s of %s", async (slip, check, operationId, message) => {
  const { failures, errors } = await verified(0, slip);
  expect(errors).toEqual([]);
  expect(failures).toContainEqual(
    expect.objectContaining({ check, operationId, message: expect.stringMatching(message) }),
  );
});
