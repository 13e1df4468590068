import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isWithoutBrowser } from "./open-page.ts";
import { useConsole } from "./running-console.ts";
import { strangersPort } from "./strangers-port.ts";

const running = useConsole();

describe.skipIf(isWithoutBrowser)("the console in Chromium", () => {
  test("is shown by the address with its token, which goes away", async () => {
    const { page, url, consoleUrl } = running();
    expect((await page.goto(`${url}/__mock`))?.status()).toBe(401);
    await running().open();
    expect(page.url()).toBe(`${url}/__mock`);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(consoleUrl).toContain("?token=");
    expect((await page.goto(`${url}/__mock`))?.status()).toBe(200);
  });

  test.each([
    ["another site", "localhost"],
    ["another port", "127.0.0.1"],
  ])("takes nothing from a page at %s", async (_, host) => {
    const port = await strangersPort();
    const origin = `http://${host}:${port}/`;
    await running().send("POST", "/assistants", { name: "Stays" });
    const before = running().mock.state.list("Assistant");
    // The browser has the cookie.
    const page = await running().open();
    await page.goto(origin);
    const url = `${running().url}/__mock/reset`;
    for (const type of ["text/plain", "application/x-www-form-urlencoded"])
      expect(await statusAcross(page, { url, type })).toBe(403);
    expect(await page.evaluate(resetAcross, url)).toBe("refused");
    for (const path of ["state", "records", "requests", "operations"])
      expect(await statusAcross(page, { url: `${running().url}/__mock/${path}` })).toBe(403);
    expect(running().mock.state.list("Assistant")).toEqual(before);
  });

  test("is not shown in a frame", async () => {
    const { page } = running();
    await page.goto(`http://127.0.0.1:${await strangersPort()}/`);
    const url = `${running().url}/__mock`;
    const answered = page.waitForResponse((one) => one.url() === url);
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.append(frame);
    }, url);
    await answered;
    const framed = (): string | undefined => page.frames()[1]?.url();
    await expect.poll(framed).toBe("chrome-error://chromewebdata/");
  });

  test("is at no name that somebody else has made lead here", async () => {
    const { page } = running();
    const { port } = new URL(running().url);
    // The browser is told that this name is the loopback's.
    const base = `http://rebound.test:${port}`;
    expect((await page.goto(`${base}/__mock`))?.status()).toBe(421);
    expect((await page.goto(`${base}/__mock/state`))?.status()).toBe(421);
    expect((await page.goto(`${base}/config`))?.status()).toBe(421);
  });
});

/** A request to the console that a page may send across origins without asking first. */
interface SimpleRequest {
  readonly url: string;
  /** The media type of its body. Left out: it is a `GET`, without body. */
  readonly type?: string;
}

/** The status that a page at some address is answered with, which it does not see itself. */
async function statusAcross(page: Page, request: SimpleRequest): Promise<number> {
  const answered = page.waitForResponse((one) => one.url() === request.url);
  await page.evaluate(({ url, type }) => {
    const body = type && { method: "POST", headers: { "content-type": type }, body: "{}" };
    void fetch(url, { mode: "no-cors", ...body });
  }, request);
  return (await answered).status();
}

/** Runs on a page: what comes of a reset by JSON, for which a browser asks first. */
const resetAcross = (url: string): Promise<string> => {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: "{}" }).then(
    ({ status }) => `got ${status}`,
    () => "refused",
  );
};
