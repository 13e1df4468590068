import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isWithoutBrowser } from "./open-page.ts";
import { useConsole } from "./running-console.ts";

const running = useConsole();

describe.skipIf(isWithoutBrowser)("the console in Chromium", () => {
  test("shows a request with its operation and status", async () => {
    const page = await running().open();
    await running().send("GET", "/assistants?page_size=1");
    const row = await lastRow(page, "ListAssistants");
    expect(await row.locator(".status").textContent()).toBe("200");
    expect(await row.locator(".target").textContent()).toBe("/assistants?page_size=1");
    expect(await row.locator(".mark").count()).toBe(0);
  });

  test("shows requests that came before the page", async () => {
    await running().send("GET", "/config");
    const page = await running().open();
    expect(await (await lastRow(page, "GetConfig")).textContent()).toContain("200");
  });

  test("shows a request and its answer whole, without credentials", async () => {
    const page = await running().open();
    const credentials = { github: { auth_code: "gho-secret" } };
    await running().send("POST", "/connections?api_key=gk-secret", { type: "github", credentials });
    await (await lastRow(page, "CreateConnection")).click();
    const detail = page.locator("[data-detail]");
    const request = detail.getByRole("region", { name: "Request" });
    await request.getByText("application/json").first().waitFor();
    expect(await request.locator("pre").textContent()).toContain('"type": "github"');
    const answer = detail.getByRole("region", { name: "Answer" });
    expect(await answer.locator("pre").textContent()).toContain('"connection_id"');
    expect(await answer.getByRole("row", { name: /x-request-id/ }).count()).toBe(1);
    const text = await page.locator("body").textContent();
    expect(text).toContain("REDACTED");
    expect(text).not.toMatch(/gho-secret|gk-secret/);
  });

  test("shows a stream as it comes", async () => {
    const page = await running().open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const items = running().mock.state.list("StructureRunEvent");
    running().mock.on("GetStructureRunEventsSSE", () => ({
      status: 200,
      body: (async function* () {
        yield items[0];
        await promise;
        yield { ...(items[0] as object), type: "LastOfAll" };
      })(),
    }));
    const run = (items[0] as { structure_run_id: string }).structure_run_id;
    const sending = running().send("GET", `/structure-runs/${run}/events/stream`);
    const row = await lastRow(page, "GetStructureRunEventsSSE");
    await row.getByText("open", { exact: true }).waitFor();
    await row.click();
    const body = page.getByRole("region", { name: "Answer" }).locator("pre");
    await body.getByText("data:").waitFor();
    expect(await body.textContent()).not.toContain("LastOfAll");
    resolve();
    await (await sending).text();
    await body.getByText("LastOfAll").waitFor();
  });

  test("shows what is wrong with a request", async () => {
    const page = await running().open();
    await running().send("POST", "/assistants", { name: 5 });
    const row = await lastRow(page, "CreateAssistant");
    expect(await row.locator(".status").textContent()).toBe("400");
    await row.click();
    const problems = page.locator("[data-detail] .problems li");
    await problems.waitFor();
    expect(await problems.allTextContents()).toEqual([
      expect.stringMatching(/^request: body \/name .*string/),
    ]);
  });

  test("finds requests by text, method, status, operation and tag", async () => {
    const page = await running().open();
    await running().send("POST", "/assistants", { name: "Trip planner" });
    await running().send("GET", "/config");
    await running().send("GET", "/buckets/none");
    const targets = () => page.locator("[data-requests] .target").allTextContents();
    await expect.poll(targets).toEqual(["/buckets/none", "/config", "/assistants"]);
    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill("trip PLANNER");
    await expect.poll(targets).toEqual(["/assistants"]);
    await running().send("POST", "/assistants", { name: "Another trip planner" });
    await expect.poll(targets).toEqual(["/assistants", "/assistants"]);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(async () => (await targets()).length).toBe(4);
    await page.getByLabel("Status", { exact: true }).first().fill("4xx");
    await expect.poll(targets).toEqual(["/buckets/none"]);
    await page.getByLabel("Status", { exact: true }).first().fill("");
    await page.getByLabel("Method").selectOption("POST");
    await expect.poll(async () => (await targets()).length).toBe(2);
    await page.getByLabel("Method").selectOption("");
    await page.getByLabel("Tag").selectOption("Config");
    await expect.poll(targets).toEqual(["/config"]);
    await page.getByLabel("Tag").selectOption("");
    await page.getByLabel("Operation or path").fill("/buck");
    await expect.poll(targets).toEqual(["/buckets/none"]);
  });

  test("is used by keyboard alone", async () => {
    const page = await running().open();
    await running().send("GET", "/config");
    await running().send("GET", "/buckets");
    await lastRow(page, "ListBuckets");
    await page.locator("[data-requests] a").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.locator("[data-detail] h3").getByText("/config").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.locator("[data-detail] h3").getByText("/buckets").waitFor();
    await page.keyboard.press("/");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
    expect(await focused()).toBe("text");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("method");
  });

  test("takes no text of a request for HTML", async () => {
    const page = await running().open();
    await running().send("POST", "/assistants", { name: "<img src=x onerror=alert(1)>" });
    await (await lastRow(page, "CreateAssistant")).click();
    await page.locator("[data-detail] pre").getByText("onerror").first().waitFor();
    await fetch(`${running().url}/assistants?page=<b>1</b>`);
    await lastRow(page, "ListAssistants");
    await (await stateOf(page, "Assistant")).getByText("onerror").first().waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(running().failures).toEqual([]);
  });

  test("says how much is remembered, of how much at most", async () => {
    const page = await running().open();
    const usage = page.locator("[data-usage]");
    const records =
      /^\d+ of at most 50000 records \(10000 of one resource\), 0\.\d MiB of at most 64\.0 MiB\.$/;
    await expect.poll(() => usage.textContent()).toMatch(records);
    await running().send("GET", "/config");
    await lastRow(page, "GetConfig");
    expect(await page.locator("[data-count]").textContent()).toContain("the last 200 are kept.");
  });

  test("shows a record that was created", async () => {
    const page = await running().open();
    const assistants = await stateOf(page, "Assistant");
    await running().send("POST", "/assistants", { name: "Seen on the page" });
    const cell = assistants.getByRole("cell", { name: "Seen on the page", exact: true });
    await expect.poll(() => cell.count()).toBe(1);
  });

  test("goes back to the start with its button", async () => {
    const page = await running().open();
    const assistants = await stateOf(page, "Assistant");
    const created = await running().send("POST", "/assistants", { name: "Gone soon" });
    const { assistant_id } = (await created.json()) as { assistant_id: string };
    const cell = assistants.getByRole("cell", { name: "Gone soon", exact: true });
    await cell.waitFor();
    await page.getByRole("button", { name: "Reset" }).click();
    await cell.waitFor({ state: "detached" });
    expect((await running().send("GET", `/assistants/${assistant_id}`)).status).toBe(404);
  });

  test("lets time pass for what moves by itself", async () => {
    const page = await running().open();
    const [assistant] = running().mock.state.list("Assistant") as { assistant_id: string }[];
    const runs = await stateOf(page, "AssistantRun");
    await running().send("POST", `/assistants/${assistant?.assistant_id}/runs`, {});
    await page.getByLabel("Seconds").fill("120");
    await page.getByRole("button", { name: "Advance time" }).click();
    await runs.getByRole("cell", { name: "QUEUED" }).waitFor({ state: "detached" });
    // While the list is read anew, the cell is away for a moment.
    const last = (): unknown => running().mock.state.list("AssistantRun").at(-1);
    await expect.poll(last).toMatchObject({ status: "SUCCEEDED" });
  });
});

/** The row of the last request to an operation, once there is one. */
async function lastRow(page: Page, operationId: string): Promise<Locator> {
  const row = page.locator(`[data-requests] li[data-operation-id="${operationId}"]`).first();
  await row.waitFor();
  return row;
}

/** What is shown of a resource, unfolded. */
async function stateOf(page: Page, resource: string): Promise<Locator> {
  await page.getByRole("link", { name: "State" }).click();
  const details = page.locator(`details[data-resource="${resource}"]`);
  await details.locator("summary").first().click();
  return details;
}
