import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ClientDefaults } from "../../../src/emit/client/client-defaults.ts";
import { generate } from "../../../src/generate.ts";
import { UsageError } from "../../../../packages/description/src/diagnostics/usage-error.ts";
import { goldenFolder, runCli, temporaryFolder, writeTree } from "../../support.ts";

const spec = join(goldenFolder, "minimal", "description.yaml");

async function generated(client: ClientDefaults): Promise<(path: string) => string> {
  const out = temporaryFolder();
  await generate({ spec, out, scope: "@case", client });
  return (path) => readFileSync(join(out, "client", path), "utf8");
}

test("a publisher's defaults are in the client, behind the options of its users", async () => {
  const read = await generated({
    baseUrl: "https://eu.example.com/v2",
    headers: { "X-Version": "2" },
    retries: 0,
    timeout: 5000,
    userAgent: false,
  });
  const core = read("src/core.ts").replace(/\s+/g, " ");
  expect(core).toContain(
    'const defaults = { baseUrl: "https://eu.example.com/v2", headers: { "X-Version": "2" }, retries: 0, timeout: 5000, userAgent: false, };',
  );
  expect(core).toContain(
    "{ ...defaults, ...options, headers: { ...defaults.headers, ...options.headers }, }",
  );
  const readme = read("README.md");
  expect(readme).toContain('createClient({ baseUrl: "https://eu.example.com/v2"');
  expect(readme).toContain("Each request has `X-Version: 2`");
  expect(readme).toContain("| number | 0 retries;");
  expect(readme).toContain("the default is 5 000 ms.");
  expect(readme).toContain("The client sets no `User-Agent`.");
});

test("a client without such defaults has its options alone", async () => {
  const read = await generated({});
  expect(read("src/core.ts")).not.toContain("defaults");
  expect(read("README.md")).toContain("the default is 60 000 ms.");
});

test.each<[string, ClientDefaults]>([
  ["client.baseUrl", { baseUrl: "/api" }],
  ['"X Version"', { headers: { "X Version": "2" } }],
  ["header X-Version", { headers: { "X-Version": "2\r\nCookie: a" } }],
  ['"no name"', { requestIdHeader: "no name" }],
  ["client.userAgent", { userAgent: "a\nb" }],
])("%s is refused where it cannot be sent", async (text, client) => {
  const out = temporaryFolder();
  const run = generate({ spec, out, scope: "@case", client });
  await expect(run).rejects.toBeInstanceOf(UsageError);
  await expect(run).rejects.toThrow(text);
});

test("they are keys of the configuration", async () => {
  const out = temporaryFolder();
  const client = { retries: 5, headers: { "x-a": "1", "x-b": "2" }, userAgent: false };
  writeTree(out, { "openapi-packages.config.json": JSON.stringify({ client }) });
  const { code } = await runCli(["generate", spec, "--out", out, "--scope", "@case"], { cwd: out });
  expect(code).toBe(0);
  const core = readFileSync(join(out, "client/src/core.ts"), "utf8").replace(/\s+/g, " ");
  expect(core).toMatch(/const defaults = \{[^;]*retries: 5/);
  expect(core).toMatch(/const defaults = \{[^;]*headers: \{ "x-a": "1", "x-b": "2" \}/);
  expect(core).toMatch(/const defaults = \{[^;]*userAgent: false/);
});
