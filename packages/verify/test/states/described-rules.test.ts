import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { loanService, type Slip } from "./loan-service.ts";
import { loans } from "./loans.ts";

const description = await read(loans);

const cases = [
  "createLoan/states",
  "createLoan/order/from/until",
  "changeLoan/order/from/until",
  "answerLoan/needed/declined/reason",
];

const verified = (...slips: Slip[]) =>
  verifyServer({ description, server: { fetch: loanService(...slips) }, replay: cases });

test.each<[Slip, string, RegExp]>([
  [
    "deletes granted loans",
    "deleteLoan",
    /^answers 204 where `state` of the Loan is "granted", and the description says "Only drafts and declined/,
  ],
  [
    "removes books of granted loans",
    "removeBook",
    /^answers 204 where `state` of the Loan is "granted", .*"Books of granted loans cannot be removed/,
  ],
  [
    "adds books to requested loans",
    "addBook",
    /^answers 201 where `state` of the Loan is "requested", .*"Books can only be added while/,
  ],
  [
    "refuses declined loans",
    "requestLoan",
    /^answers 409 where `state` of the Loan is "declined", took the same record before, .*"Drafts and declined/,
  ],
  ["reopens granted loans", "answerLoan", /^answers 200 where `state` of the Loan is "granted"/],
  [
    "declines without a reason",
    "answerLoan",
    /^takes "declined" as `answer` without `reason`: it answers 200, .*"A decline needs a reason/,
  ],
  ["ends before it begins", "createLoan", /^takes `until` below `from`, .*not before `from`/],
  [
    "ends before it begins by a change of one end",
    "changeLoan",
    /^takes `until` below `from`, .*"Whatever is sent/,
  ],
])("finds a service that %s", async (slip, operationId, message) => {
  const { failures, errors } = await verified(slip);
  expect(errors).toEqual([]);
  expect(failures).toContainEqual(
    expect.objectContaining({
      check: "described-rule",
      operationId,
      message: expect.stringMatching(message) as string,
    }),
  );
});

test("checks the answers that only a later state has", async () => {
  const { failures } = await verified("hides the reason after a second request");
  expect(failures).toContainEqual(
    expect.objectContaining({
      check: "body",
      operationId: "requestLoan",
      message: "the answer 200 lacks `reason`, which is required",
    }),
  );
});

test.each<[Slip]>([
  ["wants a new book after a decline"],
  ["answers 200 to a request of a granted loan, and changes nothing"],
  ["swaps the ends"],
])("has nothing against a service that %s", async (slip) => {
  const { failures, errors } = await verified(slip);
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
});

test("seeks states with few requests", async () => {
  const { exchanges, errors } = await verifyServer({
    description,
    server: { fetch: loanService() },
    replay: ["createLoan/states"],
  });
  expect(errors).toEqual([]);
  expect(exchanges).toBeLessThanOrEqual(45);
});
