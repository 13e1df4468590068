import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSite, sitePages } from "../../scripts/docs/pages.ts";
import { sampled } from "../test-all.ts";
import { badCells, cutCode, shownPictures, signOf } from "./documentation-layout.ts";
import { isWithoutBrowser, openPage } from "./open-page.ts";
import { runDocumentation, type RunningDocumentation } from "./running-documentation.ts";

/** The page of an operation. */
const operation = "reference/assistants/CreateAssistant.md";

let site: RunningDocumentation;

beforeAll(async () => {
  site = await runDocumentation();
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** The address of a page, by its Markdown. */
const addressOf = (path: string) => `${site.origin}/${path.replace(/\.md$/, ".html")}`;

const rows = sitePages();

/** All pages but most of those of operations, which look alike. */
const differentPages = [
  ...new Set(rows.map(({ path }) => path.replace(/^reference\/[^/]+\/.*/, operation))),
];

/** The pages with the widest tables, that of an operation, and some of the others. */
const shownPages = [
  ...new Set([
    operation,
    "reference/schemas.md",
    "guides/options.md",
    ...sampled(differentPages, 12),
  ]),
];

/** What a pattern finds in a text, each once. */
function valuesOf(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, value = ""]) => value));
}

/** Keeps a page from other origins, and collects what it tried there and what went wrong. */
async function watch(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await page.context().route(
    (url) => url.origin !== site.origin,
    (route) => {
      faults.push(`requested ${route.request().url()}`);
      return route.abort();
    },
  );
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  return faults;
}

describe("the built documentation", () => {
  test("has each page as Markdown beside it, and lists these in llms.txt", () => {
    const read = (path: string) => readFileSync(join(site.folder, path), "utf8");
    const { pages } = readSite(rows);
    const without = pages.filter(
      ({ path, text }) =>
        !existsSync(join(site.folder, path.replace(/\.md$/, ".html"))) || read(path) !== text,
    );
    expect(without.map(({ path }) => path)).toEqual([]);
    const listed = [...read("llms.txt").matchAll(/\]\(\/([^)]+)\)/g)].map(([, path]) => path);
    const expected = pages.map(({ path }) => path).filter((path) => path !== "index.md");
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(read("llms-full.txt").length).toBeLessThan(1e6);
  });

  test("has no link that leads nowhere", () => {
    const pages = globSync("**/*.html", { cwd: site.folder }).filter((path) => path !== "404.html");
    const html = new Map(
      pages.map((path) => [path, readFileSync(join(site.folder, path), "utf8")]),
    );
    const ids = new Map([...html].map(([path, text]) => [path, valuesOf(text, / id="([^"]+)"/g)]));
    const dead = [...html].flatMap(([path, text]) =>
      [...valuesOf(text, /<a [^>]*href="([^"]*)"/g)].filter((href) => {
        const { origin, pathname, hash } = new URL(href, `${site.origin}/${path}`);
        if (origin !== site.origin) return false;
        const target = decodeURIComponent(pathname.slice(1).replace(/(^|\/)$/, "$1index.html"));
        const fragment = decodeURIComponent(hash.slice(1));
        if (!existsSync(join(site.folder, target))) return true;
        return fragment !== "" && ids.get(target)?.has(fragment) === false;
      }),
    );
    expect(dead).toEqual([]);
  });

  test("names no other origin in what a browser loads by itself", () => {
    const elsewhere =
      /(?:<link\b[^>]*\bhref=|\b(?:src|srcset)=|url\(|@import |import\()\s*["']?(?:https?:)?\/\/[^\s"')]+/g;
    const styles = globSync("**/*.css", { cwd: site.folder });
    const documents = globSync("**/*.html", { cwd: site.folder });
    expect(styles.length).toBeGreaterThan(0);
    const found = [...styles, ...documents].flatMap((path) =>
      (readFileSync(join(site.folder, path), "utf8").match(elsewhere) ?? []).map((one) => [
        path,
        one,
      ]),
    );
    expect(found).toEqual([]);
  });
});

describe.skipIf(isWithoutBrowser)("the documentation in Chromium", () => {
  test("loads nothing from elsewhere, says no error, and is as wide as a telephone", async () => {
    await using opened = await openPage();
    const { page, failures } = opened;
    const faults = await watch(page);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of shownPages) {
      await page.goto(addressOf(path), { waitUntil: "load" });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > 360) faults.push(`${path} is ${wide} pixels wide`);
      if ((await page.locator("main h1").count()) !== 1) faults.push(`${path} has no heading`);
    }
    expect(faults).toEqual([]);
    expect(failures).toEqual([]);
  });

  test("finds the page of an operation by its operationId", async () => {
    await using opened = await openPage();
    const { page } = opened;
    const faults = await watch(page);
    await page.goto(addressOf("index.md"));
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("#localsearch-input").fill("CreateAssistant");
    const first = page.locator("#localsearch-list a").first();
    await first.waitFor();
    expect(await first.getAttribute("href")).toContain(
      "/reference/assistants/CreateAssistant.html",
    );
    await first.click();
    await page.waitForURL(/CreateAssistant/);
    await page.locator("main h1", { hasText: "CreateAssistant" }).waitFor();
    expect(faults).toEqual([]);
  });

  test.each(["light", "dark"] as const)("is %s where the reader's system is", async (scheme) => {
    await using opened = await openPage();
    const { page } = opened;
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(addressOf("guides/streams.md"));
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color].map((one) => Number(/\d+/.exec(one)?.[0]));
    });
    const [background = 0, text = 0] = colours;
    expect(scheme === "light" ? background - text : text - background).toBeGreaterThan(150);
  });

  test.each([
    ["light", 360],
    ["dark", 360],
    ["light", 1280],
  ] as const)(
    "has one picture in the %s scheme at %d pixels, with letters of at least 12",
    async (scheme, width) => {
      await using opened = await openPage();
      const { page } = opened;
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 740 });
      await page.goto(addressOf("index.md"), { waitUntil: "load" });
      const pictures = await shownPictures(page);
      expect(pictures.map(({ src }) => src.includes(scheme))).toEqual([true]);
      const [{ src, scale } = { src: "", scale: 0 }] = pictures;
      const drawing = await (await page.request.get(src)).text();
      const sizes = [...valuesOf(drawing, /font-size="(\d+)"/g)].map(Number);
      expect(Math.min(...sizes) * scale).toBeGreaterThanOrEqual(12);
    },
  );

  test("shows the first command on the first screen of a telephone", async () => {
    await using opened = await openPage();
    const { page } = opened;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(addressOf("index.md"));
    const box = await page.locator("main pre", { hasText: "npx" }).first().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740);
  });

  test.each(["screen", "print"] as const)(
    "has no entry of a reference wider than its column, and no name of an option in two lines, on %s",
    async (media) => {
      await using opened = await openPage();
      const { page } = opened;
      await page.emulateMedia({ media });
      for (const path of ["guides/options.md", operation, "reference/schemas.md"]) {
        await page.goto(addressOf(path));
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          expect(await badCells(page), `${path} at ${width}`).toEqual([]);
        }
      }
    },
  );

  test("says in each row of the options what an option does, at the width of the column", async () => {
    await using opened = await openPage();
    const { page } = opened;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(addressOf("guides/options.md"));
    const row = page.locator("tr", { has: page.getByText("--allow-ref", { exact: true }) });
    expect(await row.innerText()).toMatch(/--allow-ref[^]*allowRefs[^]*allow \$ref to this folder/);
    const name = await row.locator("td").first().boundingBox();
    const words = await row.locator("td.words").boundingBox();
    expect(words?.y).toBeGreaterThan(name?.y ?? Infinity);
    expect(words?.width).toBe(312);
  });

  test.each(["index.md", "guides/start.md"])("has whole lines of code in %s", async (path) => {
    await using opened = await openPage();
    const { page } = opened;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(addressOf(path));
    expect(await cutCode(page)).toEqual([]);
  });

  test.each(["table", "pre"] as const)(
    "shows on a telephone where a %s goes on, through its content, and not in print",
    async (name) => {
      await using opened = await openPage();
      const { page } = opened;
      await page.setViewportSize({ width: 390, height: 740 });
      await page.goto(addressOf("guides/diff.md"));
      const moves = "local, local, scroll, scroll";
      expect(await signOf(page, name)).toEqual({ image: 4, moves, opaque: 0 });
      await page.emulateMedia({ media: "print" });
      expect(await signOf(page, name)).toMatchObject({ image: 0 });
    },
  );

  test("keeps a heading with what follows it in print", async () => {
    await using opened = await openPage();
    const { page } = opened;
    await page.emulateMedia({ media: "print" });
    await page.goto(addressOf(operation));
    const breaks = await page
      .locator("main :is(h2, h3)")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakAfter));
    expect(new Set(breaks)).toEqual(new Set(["avoid"]));
  });

  test("shows code in tabs and the members of members on demand, without a script, and all in print", async () => {
    await using opened = await openPage();
    const browser = opened.page.context().browser();
    const page = await browser?.newPage({ javaScriptEnabled: false });
    if (page === undefined) throw new Error("the page has no browser");
    await page.goto(addressOf("reference/chat-messages/CreateChatMessageStream.md"));
    const client = page.locator(".code-panel", { hasText: "createClient" }).first();
    const curl = page.locator(".code-panel", { hasText: "curl http" });
    const nested = page.getByText("messages[].role", { exact: true });
    expect(await client.isVisible()).toBe(true);
    expect(await nested.isVisible()).toBe(false);
    await page.getByRole("heading", { name: "curl" }).click();
    await page.locator("tr", { hasText: "messages" }).first().getByRole("checkbox").check();
    expect(await client.isVisible()).toBe(false);
    expect(await curl.isVisible()).toBe(true);
    expect(await nested.isVisible()).toBe(true);
    await page.emulateMedia({ media: "print" });
    expect(await client.isVisible()).toBe(true);
    expect(await page.getByText("tools[].name", { exact: true }).isVisible()).toBe(true);
    await page.close();
  });

  test("leads to the Markdown of a page", async () => {
    await using opened = await openPage();
    const { page } = opened;
    await page.goto(addressOf("guides/streams.md"));
    const link = page.getByRole("link", { name: "This page as Markdown" });
    expect(await link.getAttribute("href")).toBe("/guides/streams.md");
    const declared = page.locator('link[rel="alternate"][type="text/markdown"]');
    expect(await declared.getAttribute("href")).toBe("/guides/streams.md");
    const text = await page.request.get(`${site.origin}/guides/streams.md`);
    expect(await text.text()).toMatch(/^# Streams\n/);
  });

  test("marks the row of a code that an address names", async () => {
    await using opened = await openPage();
    const { page } = opened;
    await page.goto(`${addressOf("guides/diff.md")}#operation-removed`);
    expect(await page.locator("tr#operation-removed").textContent()).toContain(
      "an operation is gone",
    );
  });
});
