import { chromium } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { preparePrograms, type Programs } from "../runtimes/prepare.ts";
import { browser, expectedOf, thisNode, type Runtime } from "../runtimes/runtimes.ts";
import { startService } from "../runtimes/server.ts";
import { isWithoutBrowser } from "./open-page.ts";

let programs: Programs;
beforeAll(async () => {
  programs = await preparePrograms();
});

const chromiumOfTests = browser(
  async () => {
    const state = inject("browser");
    if ("missing" in state) throw new Error(state.missing);
    return chromium.connect(state.endpoint);
  },
  () => "",
);

/** Runs the program as `npm run test:runtimes` does in all runtimes. */
async function toldBy(runtime: Runtime): Promise<unknown> {
  const service = await startService(programs.description);
  try {
    return await runtime.run(programs, service.url);
  } finally {
    await service.close();
  }
}

describe("a generated client creates, lists, pages, streams, uploads, fails and gives up over HTTP", () => {
  test("in the Node at hand", async () => {
    expect(await toldBy(thisNode)).toEqual(expectedOf(thisNode));
  });

  test.skipIf(isWithoutBrowser)("on a page in Chromium", async () => {
    expect(await toldBy(chromiumOfTests)).toEqual(expectedOf(chromiumOfTests));
  });
});
