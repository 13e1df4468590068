import { describe } from "vitest";
import { demandCoverage, testExchanges } from "../contract/contract-suite.ts";
import { Coverage } from "../contract/coverage.ts";
import { openMockPage } from "./mock-page.ts";
import type { MockPage } from "./mock-page.ts";
import { isWithoutBrowser } from "./open-page.ts";

const name = "mock in Chromium";
const coverage = new Coverage([name]);
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
  );
});

demandCoverage(coverage);
