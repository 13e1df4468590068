import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations, successOf } from "./cases.ts";
import { Coverage } from "./coverage.ts";
import { expectExchange } from "./exchange.ts";
import { skipOf, skips } from "./skips.ts";
import { httpSubject } from "./subjects/http.ts";
import { memorySubject } from "./subjects/memory.ts";
import { mocksSubject } from "./subjects/mocks.ts";

const subjects = [mocksSubject(), memorySubject(), httpSubject()];
const coverage = new Coverage(subjects.map(({ name }) => name));

test("there are 77 operations, and skips name operations and subjects that exist", () => {
  expect(operations).toHaveLength(77);
  const cases = operations.flatMap(({ operationId, answers }) =>
    answers.flatMap(({ status }) => subjects.map(({ name }) => `${operationId} ${name} ${status}`)),
  );
  const skipped = skips.map((skip) => `${skip.operationId} ${skip.subject} ${skip.status}`);
  expect(cases).toEqual(expect.arrayContaining(skipped));
});

describe.each(subjects)("$name", (subject) => {
  beforeAll(() => subject.start());
  afterAll(() => subject.stop());

  describe.each(operations)("$operationId", (operation) => {
    const { operationId, inputs } = operation;

    for (const answer of operation.answers) {
      const delivery = { operationId, subject: subject.name, status: answer.status };
      const skip = skipOf(operationId, subject.name, answer.status);
      const exchange = async (): Promise<void> => {
        await expectExchange(subject, operation, inputs.example, answer);
        coverage.record(delivery);
      };
      if (skip) {
        coverage.record(delivery);
        test.fails(`does not deliver ${answer.status}: ${skip.reason}`, exchange);
      } else {
        test(`takes the example and delivers ${answer.status}`, exchange);
      }
    }

    test("takes every parameter and a body", async () => {
      await expectExchange(subject, operation, inputs.maximal, successOf(operation));
    });

    test("takes only what is required", async () => {
      await expectExchange(subject, operation, inputs.minimal, successOf(operation));
    });
  });
});

afterAll((_context, file) => {
  console.log(coverage.table());
  const isFiltered = JSON.stringify(file).includes("skip");
  if (!isFiltered) expect(coverage.missing()).toEqual([]);
});
