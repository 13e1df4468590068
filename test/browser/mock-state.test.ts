import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFlows } from "../contract/flows/all.ts";
import { openMockPage } from "./mock-page.ts";
import type { MockPage } from "./mock-page.ts";
import { isWithoutBrowser } from "./open-page.ts";

describe.skipIf(isWithoutBrowser)("mock in Chromium, through MSW", () => {
  let opened: MockPage;

  beforeAll(async () => {
    opened = await openMockPage();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  describe.each(Object.entries(allFlows))("%s", (about, flows) => {
    test.each(Object.keys(flows))("%s", async (what) => {
      await expect(opened.suite.flow(about, what)).resolves.toBeUndefined();
      expect(opened.failures).toEqual([]);
    });
  });

  test("it is the service worker that answers", async () => {
    const { page } = opened;
    const url = "http://flows.test/config";
    const answered = page.waitForEvent("response", (one) => one.url() === url);
    await page.evaluate((target) => fetch(target), url);
    expect((await answered).fromServiceWorker()).toBe(true);
  });
});
