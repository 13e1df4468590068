import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { document } from "../contract/document.ts";
import { listen } from "./listen.ts";
import { openPage } from "./open-page.ts";
import type { OpenPage } from "./open-page.ts";
import type { Suite } from "./page/suite.ts";

const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");

/** A page where MSW answers from mocks. */
export interface MockPage extends OpenPage {
  /** What the page offers, called from here. */
  readonly suite: Suite;
}

/** Opens a page where MSW answers from mocks. */
export async function openMockPage(): Promise<MockPage> {
  const script = await bundle(join(import.meta.dirname, "page/suite.ts"));
  const server = createServer((request, response) => {
    const html =
      '<!doctype html><title>Suite</title><script type="module" src="/suite.js"></script>';
    switch (request.url) {
      case "/":
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        return void response.end(html);
      case "/suite.js":
        response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" });
        return void response.end(script);
      case "/mockServiceWorker.js":
        response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" });
        return void response.end(readFileSync(worker));
      default:
        response.writeHead(404);
        return void response.end();
    }
  });
  const port = await listen(server);
  const opened = await openPage();
  const { page } = opened;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => globalThis.suite);
  const suite = await page.evaluateHandle(() => globalThis.suite as Suite);
  return {
    ...opened,
    suite: {
      exchange: (...given) => suite.evaluate((own, all) => own.exchange(...all), given),
      flow: (...given) => suite.evaluate((own, all) => own.flow(...all), given),
    },
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Nothing is loaded from disk in a browser: the description is part of the bundle. */
const documentAsJson: Plugin = {
  name: "document",
  setup({ onLoad }) {
    onLoad({ filter: /contract\/document\.ts$/ }, () => ({
      contents: `export const document = ${JSON.stringify(document)};`,
    }));
  },
};

/** A module with all that it imports, packages of the workspace from their sources. */
async function bundle(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    conditions: ["@openapi-packages/source"],
    plugins: [documentAsJson],
    write: false,
    logLevel: "error",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry} gives no bundle`);
  return file.contents;
}
