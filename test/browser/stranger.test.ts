import { describe, expect, test } from "vitest";
import { isWithoutBrowser } from "./open-page.ts";
import { useConsole } from "./running-console.ts";
import { strangersPort } from "./strangers-port.ts";

const running = useConsole();

describe.skipIf(isWithoutBrowser)("a page of a stranger, in Chromium", () => {
  test("reads nothing of the mock, and changes nothing", async () => {
    const { page, url, mock } = running();
    const before = mock.state.list("Assistant");
    // The browser is told that this name is the loopback's, where the mock is as well.
    await page.goto(`http://rebound.test:${await strangersPort()}/`);
    expect(await page.evaluate(callAcross, url)).toEqual(["refused", "refused", "sent", "sent"]);
    expect(mock.state.list("Assistant")).toEqual(before);
  });

  test("of this machine calls the mock, as the page of an application does", async () => {
    const { page, url, mock } = running();
    const before = mock.state.count("Assistant");
    await page.goto(`http://localhost:${await strangersPort()}/`);
    const outcomes = await page.evaluate(callAcross, url);
    expect(outcomes.slice(0, 2)).toEqual(["200", "201"]);
    expect(mock.state.count("Assistant")).toBe(before + 1);
  });
});

/** Runs on a page: what comes of reading, of creating by JSON, and of what is sent without asking. */
async function callAcross(url: string): Promise<string[]> {
  const body = JSON.stringify({ name: "Across", description: "From a page" });
  const json = { method: "POST", headers: { "content-type": "application/json" }, body };
  const simple = { method: "POST", mode: "no-cors", body } as const;
  const outcome = (sent: Promise<Response>): Promise<string> =>
    sent.then(
      ({ status, type }) => (type === "opaque" ? "sent" : String(status)),
      () => "refused",
    );
  return [
    await outcome(fetch(`${url}/config`)),
    await outcome(fetch(`${url}/assistants`, json)),
    await outcome(fetch(`${url}/assistants`, simple)),
    await outcome(fetch(`${url}/assistants`, { ...simple, body: new URLSearchParams({ a: "b" }) })),
  ];
}
