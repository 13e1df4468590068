import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestContext } from "vitest";
import { operations, successOf } from "./cases.ts";
import type { Answer, OperationCase } from "./cases.ts";
import type { Coverage } from "./coverage.ts";
import { expectedExchange } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { skipOf, skips } from "./skips.ts";
import type { SubjectName } from "./subjects/subject.ts";

/** Which of an operation's inputs is sent. */
export type Extent = keyof OperationCase["inputs"];

/** A subject by what is seen when an input is sent to it and answered. */
export interface ExchangeSubject {
  readonly name: SubjectName;
  start(): Promise<void>;
  exchange(operation: OperationCase, extent: Extent, answer: Answer): Promise<Exchange>;
  stop(): Promise<void>;
}

/** Tests that a subject delivers every answer of operations, and takes every input. */
export function testExchanges(
  subject: ExchangeSubject,
  coverage: Coverage,
  tried: readonly OperationCase[] = operations,
): void {
  describe.each([subject])("$name", ({ name }) => {
    beforeAll(() => subject.start());
    afterAll(() => subject.stop());

    describe.each(tried)("$operationId", (operation) => {
      const { operationId, inputs } = operation;

      for (const answer of operation.answers) {
        const { status } = answer;
        const skip = skipOf({ operationId, subject: name, status });
        const remark = skip ? `, which it does not: ${skip.reason}` : "";
        test(`delivers ${status}${remark}`, { fails: skip !== undefined }, async () => {
          const seen = await subject.exchange(operation, "example", answer);
          expect(seen).toStrictEqual(expectedExchange(operation, inputs.example, answer));
          coverage.record({ operationId, subject: name, status });
        });
      }

      test.each(["maximal", "minimal"] as const)("takes its %s input", async (extent) => {
        const success = successOf(operation);
        const seen = await subject.exchange(operation, extent, success);
        expect(seen).toStrictEqual(expectedExchange(operation, inputs[extent], success));
      });
    });
  });
}

/** Prints what was covered at the end, and makes sure that it is all, where all tests were run. */
export function demandCoverage(coverage: Coverage): void {
  let isWhole: boolean | undefined;
  beforeEach(({ task }) => {
    isWhole ??= !isFiltered(task.file.tasks);
  });
  afterAll(() => {
    if (isWhole === undefined) return;
    console.log(coverage.table());
    if (isWhole) coverage.assertComplete(skips);
  });
}

type Tasks = TestContext["task"]["file"]["tasks"];

const isFiltered = (tasks: Tasks): boolean =>
  tasks.some((task) => task.mode === "skip" || (task.type === "suite" && isFiltered(task.tasks)));
