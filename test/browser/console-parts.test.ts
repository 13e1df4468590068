import { serveMock } from "@openapi-packages/mock/node";
import type { MockDescription } from "../../packages/mock/src/description.ts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { description } from "../../packages/mocks/src/description.ts";
import { isWithoutBrowser } from "./open-page.ts";
import { useConsole } from "./running-console.ts";

const running = useConsole();

describe.skipIf(isWithoutBrowser)("the console's operations in Chromium", () => {
  test("send a request that is filled from an example, and show it", async () => {
    const page = await openPart("Operations");
    await page.locator("#operation-CreateAssistant").evaluate((found) => {
      for (const one of [found, found.parentElement]) one?.setAttribute("open", "");
    });
    const operation = page.locator("#operation-CreateAssistant");
    await operation.getByRole("button", { name: "Send a request" }).click();
    const input = operation.getByRole("textbox", { name: /^Input/ });
    await input.waitFor();
    await input.fill('{ "body": { "name": "<b>Ada</b>" } }');
    await operation.getByRole("button", { name: "Copy as curl" }).click();
    const copied = operation.getByLabel("Copied text");
    await copied.waitFor();
    expect(await copied.textContent()).toContain(`--data-raw '{"name":"<b>Ada</b>"}'`);
    await operation.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL(/#request-\d+$/);
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText("<b>Ada</b>").waitFor();
  });
});

describe.skipIf(isWithoutBrowser)("the console's faults in Chromium", () => {
  test("make the next request fail with a status", async () => {
    const page = await openPart("Faults");
    await page.getByRole("combobox", { name: "Operation", exact: true }).fill("ListAssistants");
    await faultStatus(page).fill("503");
    await page.getByLabel("Times").fill("1");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.locator("[data-faults] li").waitFor();
    expect((await running().send("GET", "/config")).status).toBe(200);
    expect((await running().send("GET", "/assistants")).status).toBe(503);
    await page.getByRole("link", { name: "Requests" }).click();
    const row = page.locator('[data-operation-id="ListAssistants"]').first();
    await row.getByText("fault").waitFor();
    await row.click();
    const problems = page.locator("[data-detail] .problems li");
    await problems.waitFor();
    expect(await problems.allTextContents()).toEqual(["fault: status 503"]);
    expect((await running().send("GET", "/assistants")).status).toBe(200);
  });

  test("break connections until they are told to stop", async () => {
    const page = await openPart("Faults");
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

  test("say why one makes no sense", async () => {
    const page = await openPart("Faults");
    await page.getByRole("combobox", { name: "Operation", exact: true }).fill("Nobody");
    await faultStatus(page).fill("503");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.getByRole("alert").getByText("names no operation").waitFor();
    expect(running().mock.faults.rules).toEqual([]);
  });
});

describe.skipIf(isWithoutBrowser)("the console's operations in Chromium", () => {
  test("are led to from a request, and lead back to their requests", async () => {
    const page = await running().open();
    await running().send("GET", "/assistants");
    await running().send("GET", "/config");
    await page.locator('[data-operation-id="ListAssistants"]').first().click();
    await page.locator("[data-detail]").getByRole("link", { name: "ListAssistants" }).click();
    expect(new URL(page.url()).hash).toBe("#operation-ListAssistants");
    const details = page.locator("#operation-ListAssistants");
    await details.getByRole("button", { name: "Show its requests" }).click();
    const targets = () => page.locator("[data-requests] .target").allTextContents();
    await expect.poll(targets).toEqual(["/assistants"]);
  });

  test("are all there, and no link leads nowhere", async () => {
    const page = await openPart("Operations");
    const ids = await page
      .locator("[data-operation]")
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(
      description.operations
        .map(({ operation }) => `operation-${operation.operationId}`)
        .toSorted(),
    );
    const lost = await page.evaluate(() =>
      Array.from(document.querySelectorAll("a"), (link) => link.getAttribute("href") ?? "").filter(
        (href) => !href.startsWith("#") || document.getElementById(href.slice(1)) === null,
      ),
    );
    expect(lost).toEqual([]);
  });

  test("are filtered, a thousand of them, on a page no taller than the window", async () => {
    await using service = await serveMany(1200);
    const { page } = running();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(service.consoleUrl);
      await page.getByRole("link", { name: "Operations" }).click();
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, scrollHeight };
      });
      expect(size).toEqual({ scrollWidth: width, scrollHeight: 800 });
    }
    const shown = page.locator("[data-operation]:visible");
    expect(await shown.count()).toBe(0);
    await page.getByRole("searchbox", { name: "Filter operations" }).fill("tag7 things777");
    await expect.poll(() => shown.count()).toBe(1);
    expect(await shown.textContent()).toContain("/things777");
    expect(running().failures).toEqual([]);
  });
});

describe.skipIf(isWithoutBrowser)("the console's page in Chromium", () => {
  test("goes on when the mock is started anew", async () => {
    const page = await running().open();
    const startAgain = await running().stopMock();
    await page.getByRole("status").getByText("not connected").waitFor();
    await startAgain();
    await page.getByRole("status").getByText("connected", { exact: true }).waitFor();
    await running().send("GET", "/config");
    const row = page.locator('[data-operation-id="GetConfig"]').first();
    await expect.poll(() => row.count()).toBe(1);
  });

  test("runs under its own policy, without a failure", async () => {
    const messages: string[] = [];
    running().page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") messages.push(message.text());
    });
    const page = await openPart("State");
    await page.getByRole("button", { name: "Reset" }).click();
    await running().send("GET", "/assistants");
    await page.getByRole("link", { name: "Requests" }).click();
    await page.locator('[data-operation-id="ListAssistants"]').first().click();
    await page.getByRole("region", { name: "Answer" }).waitFor();
    expect([...messages, ...running().failures]).toEqual([]);
  });

  test.each(["light", "dark"] as const)("is legible when it is %s", async (colorScheme) => {
    await running().page.emulateMedia({ colorScheme });
    const page = await running().open();
    await running().send("POST", "/assistants", { name: 5 });
    await page.locator('[data-operation-id="CreateAssistant"]').first().click();
    await page.locator("[data-detail] .problems").waitFor();
    expect(await leastContrast(page)).toBeGreaterThanOrEqual(4.5);
  });

  test("has one part at a time in a narrow window", async () => {
    await running().page.setViewportSize({ width: 360, height: 740 });
    const page = await running().open();
    await running().send("GET", "/config");
    await page.locator('[data-operation-id="GetConfig"]').first().click();
    await page.getByRole("region", { name: "Answer" }).waitFor();
    expect(await page.locator("[data-requests]").isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole("link", { name: "All requests" }).click();
    await page.locator("[data-requests]").waitFor();
    expect(await page.locator("[data-detail]").isVisible()).toBe(false);
  });
});

async function openPart(name: string): Promise<Page> {
  const page = await running().open();
  await page.getByRole("link", { name }).click();
  return page;
}

const faultStatus = (page: Page) => page.locator("#faults").getByLabel("Status");

/** A mock with many operations, in ten tags. */
async function serveMany(number: number) {
  const many: MockDescription = {
    title: "Many",
    api: { securitySchemes: {}, servers: [] },
    operations: Array.from({ length: number }, (_, index) => ({
      operation: {
        operationId: `GetThing${index}`,
        method: "GET",
        path: `/things${index}`,
        responses: { 204: {} },
      },
      tag: `tag${index % 10}`,
      summary: "Gets a thing.",
      validators: {},
      answers: [{ status: 204 }],
    })),
  };
  const service = await serveMock(many, { port: 0, isQuiet: true });
  const consoleUrl = service.consoleUrl ?? "";
  return { consoleUrl, [Symbol.asyncDispose]: () => service.close() };
}

/** The least contrast of a text and what is behind it (WCAG 2.2, 1.4.3). */
const leastContrast = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (color: string): number[] => {
      canvas?.clearRect(0, 0, 1, 1);
      Object.assign(canvas ?? {}, { fillStyle: color });
      canvas?.fillRect(0, 0, 1, 1);
      return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])];
    };
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = rgba(color).map((value) => {
        const part = value / 255;
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element | null): string => {
      if (element === null) return "white";
      const { backgroundColor } = getComputedStyle(element);
      return rgba(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let least = 21;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const isShown = element?.checkVisibility() === true && node.textContent?.trim() !== "";
      if (element === null || !isShown || element.matches("script, style, option")) continue;
      const pair = [luminance(getComputedStyle(element).color), luminance(behind(element))];
      least = Math.min(least, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05));
    }
    return least;
  });
