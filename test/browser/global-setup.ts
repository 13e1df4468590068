import { chromium } from "playwright-core";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.ts";

/** Where the browser of all tests listens, or why there is none. */
export type BrowserState = { readonly endpoint: string } | { readonly missing: string };

declare module "vitest" {
  interface ProvidedContext {
    browser: BrowserState;
  }
}

/** Starts one browser for all tests of the project; without one they are skipped, and it is said why. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = findChromium();
  const browser = "missing" in found ? found : await launch(found.program);
  if ("missing" in browser) {
    console.warn(`SKIPPED: the tests in a browser: ${browser.missing}`);
    project.provide("browser", browser);
    return async () => {};
  }
  project.provide("browser", { endpoint: browser.wsEndpoint() });
  return () => browser.close();
}

async function launch(executablePath: string): Promise<BrowserServer | { missing: string }> {
  const args = [
    // Chromium's own sandbox needs rights that containers do not give.
    "--no-sandbox",
    // A name that leads to this machine without being one of its own.
    "--host-resolver-rules=MAP rebound.test 127.0.0.1",
  ];
  try {
    return await chromium.launchServer({ executablePath, args, host: "127.0.0.1" });
  } catch (error) {
    const [reason] = String(error).split("\n");
    return { missing: `${executablePath} cannot be started: ${reason}` };
  }
}
