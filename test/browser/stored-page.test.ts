import { serveMock } from "@openapi-packages/mock/node";
import type { MockService } from "@openapi-packages/mock/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { description } from "../../packages/mocks/src/description.ts";
import { isWithoutBrowser, openPage } from "./open-page.ts";

/** Scripts of a page that say that they ran, and what they could read of the console. */
const hostile = `<!doctype html><script>
  const read = (path) => {
    const request = new XMLHttpRequest();
    request.open("GET", path, false);
    try { request.send(); } catch { return "refused"; }
    return request.status;
  };
  read("/config?ran&state=" + read("/__mock/state"));
</script><img src="/config?ran" onerror="read('/config?ran')">`;

describe.skipIf(isWithoutBrowser)("a page that is stored in the mock, in Chromium", () => {
  test("runs no script, and loads nothing from the mock", async () => {
    const requests: string[] = [];
    const service = await serveMock(description, {
      port: 0,
      isQuiet: true,
      onExchange: ({ url }) => requests.push(url),
    });
    onTestFinished(() => service.close());
    await using opened = await openPage();
    await opened.page.goto(service.consoleUrl ?? "");
    const url = await storePage(service, hostile);
    const answer = await opened.page.goto(url);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()["content-type"]).toBe("text/html");
    expect(requests.filter((one) => one.includes("ran"))).toEqual([]);
  });
});

/** Puts a page to an address that the mock signs, as any caller may. @returns the address */
async function storePage({ url, mock }: MockService, html: string): Promise<string> {
  const [asset] = mock.state.list("Asset") as { bucket_id: string; name: string }[];
  const path = `/buckets/${asset?.bucket_id}/asset-urls/${encodeURIComponent(asset?.name ?? "")}`;
  const signed = await fetch(url + path, { method: "POST" });
  const { url: address } = (await signed.json()) as { url: string };
  const headers = { "content-type": "text/html" };
  await fetch(address, { method: "PUT", headers, body: html });
  return address;
}
