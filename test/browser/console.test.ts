import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { description } from "../../packages/mocks/src/description.ts";
import { isWithoutBrowser } from "./open-page.ts";
import { useConsole } from "./running-console.ts";

const running = useConsole();

describe.skipIf(isWithoutBrowser)("the console in Chromium", () => {
  test("shows a request with its operation and status", async () => {
    const page = await running().open();
    await running().send("GET", "/assistants?page_size=1");
    const row = await lastRow(page, "ListAssistants");
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells.slice(1, 4)).toEqual(["200", "GET /assistants?page_size=1", "ListAssistants"]);
    expect(cells[5]).toBe("");
  });

  test("shows requests that came before the page", async () => {
    await running().send("GET", "/config");
    const page = await running().open();
    expect(await (await lastRow(page, "GetConfig")).textContent()).toContain("200");
  });

  test("shows what is wrong with a request", async () => {
    const page = await running().open();
    await running().send("POST", "/assistants", { name: 5 });
    const row = await lastRow(page, "CreateAssistant");
    expect(await row.getByRole("cell").nth(1).textContent()).toBe("400");
    expect(await row.getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(/^request: body \/name .*string/),
    ]);
  });

  test("takes no text of a request for HTML", async () => {
    const page = await running().open();
    await running().send("POST", "/assistants", { name: "<img src=x onerror=alert(1)>" });
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
    expect(await page.locator("[data-logged]").textContent()).toBe("The last 200 are shown.");
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
    expect(running().mock.state.list("AssistantRun").at(-1)).toMatchObject({ status: "SUCCEEDED" });
  });

  test("makes the next request fail with a status", async () => {
    const page = await running().open();
    await page.getByRole("combobox", { name: "Operation" }).selectOption("ListAssistants");
    await page.getByLabel("Status").fill("503");
    await page.getByLabel("Times").fill("1");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.locator("[data-faults] li").waitFor();
    expect((await running().send("GET", "/config")).status).toBe(200);
    expect((await running().send("GET", "/assistants")).status).toBe(503);
    const row = await lastRow(page, "ListAssistants");
    expect(await row.getByRole("listitem").allTextContents()).toEqual(["fault: status 503"]);
    expect((await running().send("GET", "/assistants")).status).toBe(200);
  });

  test("breaks connections until it is told to stop", async () => {
    const page = await running().open();
    await page.getByRole("combobox", { name: "Fault" }).selectOption("reset");
    await page.getByRole("button", { name: "Add fault" }).click();
    const rules = page.locator("[data-faults] li");
    await rules.waitFor();
    await expect(running().send("GET", "/config")).rejects.toThrow(TypeError);
    await page.getByRole("button", { name: "Switch faults off" }).click();
    await page.getByRole("button", { name: "Switch faults on" }).waitFor();
    expect((await running().send("GET", "/config")).status).toBe(200);
    await page.getByRole("button", { name: "Switch faults on" }).click();
    await page.getByRole("button", { name: "Switch faults off" }).waitFor();
    await expect(running().send("GET", "/config")).rejects.toThrow(TypeError);
    await page.getByRole("button", { name: "Clear faults" }).click();
    await rules.waitFor({ state: "detached" });
    expect((await running().send("GET", "/config")).status).toBe(200);
  });

  test("says why a fault makes no sense", async () => {
    const page = await running().open();
    await page.getByRole("combobox", { name: "Operation" }).selectOption("ListAssistants");
    await page.getByLabel("Status").fill("599");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.getByRole("alert").getByText("not documented by ListAssistants").waitFor();
    expect(running().mock.faults.rules).toEqual([]);
  });

  test("leads from a request to its operation", async () => {
    const page = await running().open();
    await running().send("GET", "/assistants");
    const row = await lastRow(page, "ListAssistants");
    await row.getByRole("link", { name: "ListAssistants" }).click();
    expect(new URL(page.url()).hash).toBe("#operation-ListAssistants");
    const article = page.getByRole("article", { name: "ListAssistants", exact: true });
    await expect.poll(() => article.evaluate((one) => one.matches(":target"))).toBe(true);
    expect(await article.getByRole("heading").textContent()).toContain("GET /assistants");
  });

  test("has every operation, and no link that leads nowhere", async () => {
    const page = await running().open();
    const articles = await page
      .locator("#operations article")
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(articles).toEqual(
      description.operations.map(({ operation }) => `operation-${operation.operationId}`),
    );
    const lost = await page.evaluate(() =>
      Array.from(document.querySelectorAll("a"), (link) => link.getAttribute("href") ?? "").filter(
        (href) => !href.startsWith("#") || document.getElementById(href.slice(1)) === null,
      ),
    );
    expect(lost).toEqual([]);
  });

  test("goes on when the mock is started anew", async () => {
    const page = await running().open();
    const startAgain = await running().stopMock();
    await page.getByRole("status").getByText("not connected").waitFor();
    await startAgain();
    await page.getByRole("status").getByText("connected", { exact: true }).waitFor();
    await running().send("GET", "/config");
    expect(await (await lastRow(page, "GetConfig")).textContent()).toContain("200");
  });

  test("runs under its own policy, without a failure", async () => {
    const messages: string[] = [];
    running().page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") messages.push(message.text());
    });
    const page = await running().open();
    await page.getByRole("button", { name: "Reset" }).click();
    await running().send("GET", "/assistants");
    await lastRow(page, "ListAssistants");
    expect([...messages, ...running().failures]).toEqual([]);
  });
});

/** The row of the last request to an operation, once there is one. */
async function lastRow(page: Page, operationId: string): Promise<Locator> {
  const row = page.locator(`[data-requests] tr[data-operation-id="${operationId}"]`).first();
  await row.waitFor();
  return row;
}

/** What is shown of a resource, unfolded. */
async function stateOf(page: Page, resource: string): Promise<Locator> {
  const details = page.locator(`details[data-resource="${resource}"]`);
  await details.locator("summary").first().click();
  return details;
}
