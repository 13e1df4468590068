import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../generator/src/generate.ts";
import type { Framework } from "../../generator/src/scaffold/entry/entry-types.ts";
import { frameworks } from "../../packages/cli/src/options/choices.ts";
import { scaffold } from "../../generator/src/scaffold/scaffold.ts";
import { startEntry } from "../descriptions/entries/running-entry.ts";
import { prepareWorkspace, repository } from "../descriptions/install.ts";
import { isWithoutBrowser, openPage } from "./open-page.ts";
import { strangersPort } from "./strangers-port.ts";

const spec = join(import.meta.dirname, "origins.yaml");
const workspace = mkdtempSync(join(tmpdir(), "openapi-packages-origins-"));

/** Every method of the description; pages send no TRACE (Fetch Standard, "forbidden method"). */
const methods = [
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "QUERY",
  "PROPFIND",
] as const;

beforeAll(async () => {
  prepareWorkspace(workspace);
  const modules = join(workspace, "node_modules");
  mkdirSync(join(modules, "@hono"));
  for (const name of ["hono", "@hono/node-server", "fastify", "express"])
    symlinkSync(join(repository, "node_modules", name), join(modules, name), "dir");
  writeFileSync(join(workspace, "package.json"), '{ "type": "module" }');
  const out = join(workspace, "api");
  await generate({ spec, out, layout: "folder", compile: false, formatter: "none" });
});

/** Ends the services and the pages of their origins. */
const started: (() => void)[] = [];
const keep = (end: () => void): void => void started.push(end);

afterAll(() => {
  for (const end of started) end();
  rmSync(workspace, { recursive: true, force: true });
});

/** Writes a service whose pages have some origins, starts it, and gives its address. */
async function startService(framework: Framework, allowOrigins: string[]): Promise<string> {
  const out = mkdtempSync(join(workspace, `${framework}-`));
  const server = join(workspace, "api/server");
  await scaffold({
    spec,
    out,
    server,
    operations: [],
    tags: [],
    layout: "tag",
    entry: framework,
    allowOrigins,
  });
  edit(join(out, "security.ts"), "(_credential) => undefined", "() => true");
  writeFileSync(
    join(out, "sent.ts"),
    `export const sent = (input: { header: Record<string, string>; cookie: { session: string } }, method: string) => ({
  status: 200 as const,
  headers: { etag: '"1"', location: "/things/1", "x-count": 7, vary: "Accept" },
  ...(method === "HEAD" ? {} : { body: {
    method,
    trace: input.header["X-Trace"],
    key: input.header["Idempotency-Key"],
    session: input.cookie.session,
  } }),
});
`,
  );
  const file = join(out, "things.ts");
  edit(
    file,
    /async \(\s*_input[^]*?\};?\n/g,
    "(input, { operation }) => sent(input, operation.method);\n",
  );
  writeFileSync(file, `import { sent } from "./sent.ts";\n${readFileSync(file, "utf8")}`);
  const entry = await startEntry(join(out, "server.ts"));
  keep(entry.kill);
  return entry.address.replace("127.0.0.1", "localhost");
}

function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file, "utf8");
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${String(from)}`);
  writeFileSync(file, after);
}

/** What a page does: its request, and the headers that it reads of the answer. */
interface PageCall {
  readonly url: string;
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly read: readonly string[];
}

/** Runs on a page: the status, the headers and the body of the answer, or "refused" by the browser. */
async function callOf({ url, method, headers = {}, read }: PageCall): Promise<unknown> {
  const takesBody = /^(?:POST|PUT|PATCH|QUERY|PROPFIND)$/.test(method);
  const init: RequestInit = {
    method,
    credentials: "include",
    headers: { ...headers, ...(takesBody && { "content-type": "application/json" }) },
    ...(takesBody && { body: '{"name":"Thing"}' }),
  };
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    return {
      status: response.status,
      read: read.map((name) => response.headers.get(name)),
      body: text === "" ? undefined : JSON.parse(text),
    };
  } catch {
    return "refused";
  }
}

const sent = { authorization: "Bearer x", "x-trace": "t", "idempotency-key": "k" };

describe.skipIf(isWithoutBrowser).each(frameworks)(
  "a page of another origin, in Chromium, with a service of %s",
  (framework) => {
    let origins: string[];
    let address: string;
    beforeAll(async () => {
      origins = [await strangersPort(keep), await strangersPort(keep)].map(
        (port) => `http://localhost:${port}`,
      );
      address = await startService(framework, origins);
    });

    test("calls it by every method", async () => {
      for (const origin of origins) {
        await using opened = await openPage();
        const { page } = opened;
        await page.context().addCookies([{ name: "session", value: "s", url: address }]);
        await page.goto(origin);
        for (const method of methods) {
          const call = {
            url: `${address}/things`,
            method,
            headers: sent,
            read: ["etag", "location", "x-count"],
          };
          const body = { method, trace: "t", key: "k", session: "s" };
          expect(await page.evaluate(callOf, call), `${framework} ${method}`).toEqual({
            status: 200,
            read: ['"1"', "/things/1", "7"],
            body: method === "HEAD" ? undefined : body,
          });
        }
      }
    });

    test("reads why it refuses", async () => {
      await using opened = await openPage();
      const { page } = opened;
      await page.goto(origins[1] ?? "");
      const refusal = (
        method: string,
        path: string,
        more: Record<string, string>,
      ): Promise<unknown> =>
        page.evaluate(callOf, {
          url: address + path,
          method,
          headers: more,
          read: ["allow", "www-authenticate"],
        });
      expect(await refusal("DELETE", "/things", {})).toMatchObject({
        status: 401,
        read: [null, "Bearer"],
      });
      expect(await refusal("DELETE", "/notes", {})).toMatchObject({
        status: 405,
        read: ["GET, HEAD, OPTIONS", null],
      });
      const known = { authorization: "Bearer x" };
      expect(await refusal("PATCH", "/things", known)).toMatchObject({ status: 400 });
    });

    test("is refused where the service does not list it", async () => {
      await using opened = await openPage();
      const { page } = opened;
      await page.goto(`http://localhost:${await strangersPort()}`);
      const call = { url: `${address}/things`, headers: sent, read: [] };
      for (const method of ["GET", "DELETE"])
        expect(await page.evaluate(callOf, { ...call, method })).toBe("refused");
    });
  },
);
