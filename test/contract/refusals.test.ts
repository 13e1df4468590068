import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, thrownBy } from "./call.ts";
import { operations, successOf } from "./cases.ts";
import { findingsOf, validatorsOf } from "./exchange.ts";
import { wrongInputs } from "./refusals.ts";
import { httpSubject } from "./subjects/http.ts";
import { memorySubject } from "./subjects/memory.ts";
import { mocksSubject } from "./subjects/mocks.ts";
import { resultOf } from "./subjects/subject.ts";

const cases = operations.flatMap((operation) =>
  wrongInputs(operation).map(({ input, issue }) => ({
    operation,
    input,
    issue,
    name: `${operation.operationId} ${issue.in}${issue.pointer} (${issue.keyword})`,
  })),
);

describe.each([mocksSubject(), memorySubject(), httpSubject()])("$name refuses", (subject) => {
  beforeAll(() => subject.start());
  afterAll(() => subject.stop());

  test.each(cases)("$name", async ({ operation, input, issue }) => {
    subject.answerWith(operation.operationId, resultOf(successOf(operation)));
    const error = await thrownBy(call(subject.client, operation, input));
    expect(error).toMatchObject({
      status: 400,
      body: { type: "ValidationError", errors: [expect.objectContaining(issue)] },
    });
    const validator = validatorsOf(operation).responses?.["400"]?.["application/json"];
    expect(findingsOf(validator, Object(error).body)).toEqual([]);
    expect(subject.received()).toEqual([]);
  });
});
