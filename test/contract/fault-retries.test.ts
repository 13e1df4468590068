import { describe, expect, test } from "vitest";
import { createClient } from "@genai-app/client";
import { operations } from "./cases.ts";
import { documentedErrors, networkFaults } from "./faults/cells.ts";
import type { CellFault } from "./faults/cells.ts";
import { ruleOf, useReached } from "./faults/matrix.ts";
import { badOutcome, goodOutcome, outcomeOf } from "./faults/outcome.ts";
import { isRetried } from "./faults/policy.ts";
import { token } from "./subjects/subject.ts";

const reached = useReached("memory");

const faultOf = (name: string): CellFault => {
  const fault = [...networkFaults, ...documentedErrors].find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  return fault;
};

const once = operations.filter((operation) => !isRetried({ operation, fault: faultOf("reset") }));

test("30 operations are not to be sent twice by themselves", () => {
  expect(once).toHaveLength(30);
});

describe.each(once)("$operationId with an idempotency key", (operation) => {
  test.each(["500", "reset", "half-body", "latency"])("is tried again after %s", async (name) => {
    reached().mock.faults.add({ ...ruleOf({ operation, fault: faultOf(name) }), times: 1 });
    const seen = await outcomeOf(reached(), operation, { idempotencyKey: true });
    expect(seen).toMatchObject(goodOutcome(operation));
    expect(seen.requests).toHaveLength(2);
  });
});

test("a call is tried three times by default", async () => {
  const { mock } = reached();
  const fault = faultOf("503");
  const [operation] = operations;
  if (operation === undefined) throw new Error("there is no operation");
  mock.faults.add(ruleOf({ operation, fault }));
  const client = createClient({ baseUrl: "http://mock.test", auth: token, fetch: mock.fetch });
  const seen = await outcomeOf({ ...reached(), client }, operation, {});
  const requests = ["status 503", "status 503", "status 503"];
  expect(seen).toStrictEqual({ ...badOutcome({ operation, fault }), requests });
});
