import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { loans, loanService, type Habit } from "./copies.ts";

const description = await read(loans);

/** Verifies a library, and counts what it answers. */
async function verified(operations?: string[], habit?: Habit) {
  const answers: string[] = [];
  const service = loanService(habit);
  const fetch = async (request: Request): Promise<Response> => {
    const response = await service(request);
    const path = new URL(request.url).pathname.replace(/[^/]*\d[^/]*/, "{id}");
    answers.push(`${request.method} ${path} ${response.status}`);
    return response;
  };
  const report: VerifyReport = await verifyServer({
    description,
    server: { fetch },
    disposable: true,
    ...(operations && { operations }),
  });
  expect(report.errors).toEqual([]);
  const countOf = (answer: string): number => answers.filter((one) => one === answer).length;
  return {
    countOf,
    failures: report.failures.map(({ operationId, message }) => `${operationId}: ${message}`),
  };
}

describe("a member that is the key of records without a path", () => {
  test("gets the key of a new one, once that was found to be taken", async () => {
    const { countOf, failures } = await verified(["giveBack"]);
    expect(failures).toEqual([]);
    expect(countOf("POST /loans 201")).toBeGreaterThan(5);
    expect(countOf("POST /loans/{id}/return 200")).toBeGreaterThan(1);
  });

  test("leaves their own creation to choose it, without a text that was found to be taken", async () => {
    const { countOf } = await verified(["giveBack"]);
    expect(countOf("POST /titles/{id}/copies 201")).toBeGreaterThan(5);
    expect(countOf("POST /titles/{id}/copies 409")).toBeLessThan(3);
  });
});

describe("finds of records that a list alone shows", () => {
  test("that an action takes one whose state it refuses by its 409, also if nothing changes", async () => {
    const { failures } = await verified(undefined, "takes back twice");
    expect(failures).toEqual([
      'giveBack: answers 200 where `status` of the Loan is "returned", and the description says "It was returned before."',
    ]);
  });

  test("that two of them name the same copy, if they are made at once", async () => {
    const { failures } = await verified(undefined, "looks at copies early");
    expect(failures).toEqual([
      "lend: 5 of 5 calls at once with the same values succeed: the second one is refused by 409 if it comes later",
    ]);
  });
});

test("nothing is said of a service whose records are found in a list alone", async () => {
  const { failures } = await verified();
  expect(failures).toEqual([]);
});
