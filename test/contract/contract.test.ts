import { expect, test } from "vitest";
import { operations } from "./cases.ts";
import { demandCoverage, testExchanges } from "./contract-suite.ts";
import { Coverage, demandedDeliveries, nameOf } from "./coverage.ts";
import { exchange } from "./exchange.ts";
import { skips } from "./skips.ts";
import { httpSubject } from "./subjects/http.ts";
import { memorySubject } from "./subjects/memory.ts";
import { mockOverHttpSubject, mockSubject } from "./subjects/mock.ts";
import { mocksSubject } from "./subjects/mocks.ts";

const subjects = [
  mocksSubject(),
  memorySubject(),
  httpSubject(),
  mockSubject(),
  mockOverHttpSubject(),
];
const subjectNames = subjects.map(({ name }) => name);
const coverage = new Coverage(subjectNames);

test("all 77 operations are here", () => {
  expect(operations).toHaveLength(77);
});

test("every skip names a delivery that is demanded", () => {
  const demanded = demandedDeliveries([...subjectNames, "mock in Chromium"]).map(nameOf);
  expect(demanded).toEqual(expect.arrayContaining(skips.map(nameOf)));
});

for (const subject of subjects) {
  testExchanges(
    {
      name: subject.name,
      start: () => subject.start(),
      exchange: (operation, extent, answer) =>
        exchange(subject, operation, operation.inputs[extent], answer),
      stop: () => subject.stop(),
    },
    coverage,
  );
}

demandCoverage(coverage);
