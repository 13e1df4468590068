import { describe } from "vitest";
import { operations, type OperationCase } from "../contract/cases.ts";
import { demandCoverage, testExchanges } from "../contract/contract-suite.ts";
import { Coverage } from "../contract/coverage.ts";
import { openMockPage } from "./mock-page.ts";
import type { MockPage } from "./mock-page.ts";
import { isWithoutBrowser } from "./open-page.ts";
import { sampled } from "../test-all.ts";

const name = "mock in Chromium";

/** The kinds of inputs and answers that an operation has. */
const kindsOf = ({ httpMethod, requestMedia, parameters, answers }: OperationCase): string[] => [
  httpMethod,
  `body ${requestMedia?.mediaType}`,
  ...parameters.map((parameter) => `parameter ${parameter.in}`),
  ...answers.map(
    ({ status, body, events, validator }) =>
      `${status} ${validator?.mediaType} ${body === undefined} ${events === undefined}`,
  ),
];

/** Some of the operations, and the first of each kind: `test/contract` has all. */
const tried = new Set(sampled(operations, 8));
const kinds = new Set([...tried].flatMap(kindsOf));
for (const operation of operations) {
  const own = kindsOf(operation);
  if (own.some((kind) => !kinds.has(kind))) tried.add(operation);
  for (const kind of own) kinds.add(kind);
}

const coverage = new Coverage(
  [name],
  [...tried].map(({ operationId }) => operationId),
);
let opened: MockPage;

describe.skipIf(isWithoutBrowser)("through MSW", () => {
  testExchanges(
    {
      name,
      async start() {
        opened = await openMockPage();
      },
      exchange: ({ operationId }, extent, { status }) =>
        opened.suite.exchange(operationId, extent, status),
      async stop() {
        await opened[Symbol.asyncDispose]();
      },
    },
    coverage,
    [...tried],
  );
});

demandCoverage(coverage);
