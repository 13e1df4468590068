import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, inject } from "vitest";

/** Whether there is no browser; the start of the tests has said why. */
export const isWithoutBrowser = "missing" in inject("browser");

/** A page of its own, with nothing kept of others, and what it is closed by. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** What went wrong on the page that nobody caught. */
  readonly failures: readonly string[];
}

/** The connection that the tests of a file share. */
let connection: Promise<Browser> | undefined;

afterAll(async () => {
  await (await connection)?.close();
});

/**
 * Opens an empty page in the browser of the tests.
 *
 * @throws {Error} when there is no browser.
 */
export async function openPage(): Promise<OpenPage> {
  const state = inject("browser");
  if ("missing" in state) throw new Error(state.missing);
  connection ??= chromium.connect(state.endpoint);
  const context = await (await connection).newContext();
  const page = await context.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error.stack)));
  return { page, failures, [Symbol.asyncDispose]: () => context.close() };
}
