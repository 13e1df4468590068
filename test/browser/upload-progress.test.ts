import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../../scripts/repository.ts";
import { listen } from "./listen.ts";
import { isWithoutBrowser, openPage } from "./open-page.ts";

const block = /^```ts title="src\/upload\.ts"\n([\s\S]*?)^```$/m;

/** The guide's `fetch`, and a client that uploads by it. */
async function pageScript(): Promise<string> {
  const guide = readFileSync(join(repositoryRoot, "docs/files.md"), "utf8");
  const code = (block.exec(guide)?.[1] ?? "").replace(
    /^import type .*$/m,
    'import type { Fetch } from "@genai-app/client";',
  );
  const contents = `${code}
import { createClient } from "@genai-app/client";
globalThis.upload = async (size) => {
  const told = [];
  const api = createClient({ baseUrl: location.origin, retries: 1 });
  const fetch = telling((...one) => told.push(one));
  const response = await api.raw("PUT", "/file", { body: new Blob([new Uint8Array(size)]), fetch });
  return { status: response.status, text: await response.text(), tag: response.headers.get("x-tag"), told };
};`;
  const { outputFiles } = await build({
    stdin: { contents, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["@openapi-packages/source"],
  });
  return outputFiles[0]?.text ?? "";
}

describe.skipIf(isWithoutBrowser)("the guide's fetch for uploads", () => {
  test("tells how much has been sent, and keeps retries and answers", async () => {
    let attempts = 0;
    const server = createServer((request, response) => {
      if (request.method === "GET") return void response.end("<!doctype html><title>Page</title>");
      let size = 0;
      request.on("data", (chunk: Buffer) => (size += chunk.length));
      request.on("end", () => {
        attempts += 1;
        response.writeHead(attempts === 1 ? 503 : 200, { "x-tag": "a: b", "retry-after": "0" });
        response.end(String(size));
      });
    });
    const port = await listen(server);
    await using opened = await openPage();
    const { page, failures } = opened;
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.addScriptTag({ content: await pageScript() });
    const size = 8_000_000;
    const result = await page.evaluate(
      (bytes) => (globalThis as unknown as { upload: (bytes: number) => unknown }).upload(bytes),
      size,
    );
    server.close();
    server.closeAllConnections();
    expect(result).toMatchObject({ status: 200, text: String(size), tag: "a: b" });
    const { told } = result as { told: [number, number][] };
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toEqual([size, size]);
    expect(attempts).toBe(2);
    expect(failures).toEqual([]);
  });
});
