import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestContext } from "vitest";
import { operations, successOf } from "./cases.ts";
import { Coverage, demandedDeliveries, nameOf } from "./coverage.ts";
import { exchange, expectedExchange } from "./exchange.ts";
import { skipOf, skips } from "./skips.ts";
import { httpSubject } from "./subjects/http.ts";
import { memorySubject } from "./subjects/memory.ts";
import { mocksSubject } from "./subjects/mocks.ts";

const subjects = [mocksSubject(), memorySubject(), httpSubject()];
const subjectNames = subjects.map(({ name }) => name);
const coverage = new Coverage(subjectNames);

test("all 77 operations are here", () => {
  expect(operations).toHaveLength(77);
});

test("every skip names a delivery that is demanded", () => {
  const demanded = demandedDeliveries(subjectNames).map(nameOf);
  expect(demanded).toEqual(expect.arrayContaining(skips.map(nameOf)));
});

describe.each(subjects)("$name", (subject) => {
  beforeAll(() => subject.start());
  afterAll(() => subject.stop());

  describe.each(operations)("$operationId", (operation) => {
    const { operationId, inputs } = operation;

    for (const answer of operation.answers) {
      const { status } = answer;
      const skip = skipOf({ operationId, subject: subject.name, status });
      const remark = skip ? `, which it does not: ${skip.reason}` : "";
      test(`delivers ${status}${remark}`, { fails: skip !== undefined }, async () => {
        const seen = await exchange(subject, operation, inputs.example, answer);
        expect(seen).toStrictEqual(expectedExchange(operation, inputs.example, answer));
        coverage.record({ operationId, subject: subject.name, status });
      });
    }

    test.each(["maximal", "minimal"] as const)("takes its %s input", async (extent) => {
      const success = successOf(operation);
      const seen = await exchange(subject, operation, inputs[extent], success);
      expect(seen).toStrictEqual(expectedExchange(operation, inputs[extent], success));
    });
  });
});

type Tasks = TestContext["task"]["file"]["tasks"];

const isFiltered = (tasks: Tasks): boolean =>
  tasks.some((task) => task.mode === "skip" || (task.type === "suite" && isFiltered(task.tasks)));

let isWhole: boolean | undefined;

beforeEach(({ task }) => {
  isWhole ??= !isFiltered(task.file.tasks);
});

afterAll(() => {
  console.log(coverage.table());
  if (isWhole) coverage.assertComplete(skips);
});
