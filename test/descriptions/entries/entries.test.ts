import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { generate } from "../../../generator/src/generate.ts";
import type { Framework } from "../../../generator/src/scaffold/entry/entry-types.ts";
import { frameworks } from "../../../packages/cli/src/options/choices.ts";
import { scaffold } from "../../../generator/src/scaffold/scaffold.ts";
import { typeCheck } from "../../type-check.ts";
import { prepareWorkspace, repository } from "../install.ts";
import { startEntry, type RunningEntry } from "./running-entry.ts";

const workspace = mkdtempSync(join(tmpdir(), "openapi-packages-entries-"));
const spec = join(import.meta.dirname, "pets.yaml");
const origin = "https://app.example";
const layouts = ["packages", "folder"] as const;
type Layout = (typeof layouts)[number];

/** What the owner of the service writes. */
const handlers = {
  "pets/list-pets.ts": "async () => ({ status: 200, body: [{ name: 'Rex' }] })",
  "pets/create-pet.ts": "async ({ body }) => ({ status: 201, body })",
  "pets/watch-visits.ts": `async () => ({
  status: 200,
  body: (async function* () {
    yield { name: "first" };
    await new Promise((resolve) => process.once("SIGTERM", resolve));
    yield { name: "last" };
  })(),
})`,
};

interface Client {
  readonly pets: {
    listPets(): Promise<unknown>;
    createPet(input: { body: { name: string } }): { result(): Promise<{ status: number }> };
    getPet(input: { path: { name: string } }): Promise<unknown>;
    watchVisits(): AsyncIterable<{ readonly name: string }>;
  };
}

beforeAll(async () => {
  prepareWorkspace(workspace);
  const modules = join(workspace, "node_modules");
  for (const scope of ["@hono", "@pets"]) mkdirSync(join(modules, scope));
  for (const name of ["hono", "@hono/node-server", "fastify", "express"])
    link(join(repository, "node_modules", name), join(modules, name));
  writeFileSync(join(workspace, "package.json"), '{ "type": "module" }');
  const options = { spec, compile: false, formatter: "none" } as const;
  await generate({ ...options, out: join(workspace, "packages"), scope: "@pets" });
  await generate({ ...options, out: join(workspace, "api"), layout: "folder" });
  for (const part of ["contract", "client", "server"])
    link(join(workspace, "packages", part), join(modules, "@pets", part));
  for (const layout of layouts)
    for (const framework of frameworks) await writeService(layout, framework);
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

const link = (target: string, path: string): void => symlinkSync(target, path, "dir");

const folderOf = (layout: Layout, framework: Framework): string =>
  join(workspace, `${layout}-${framework}`);

async function writeService(layout: Layout, framework: Framework): Promise<void> {
  const out = folderOf(layout, framework);
  await scaffold({
    spec,
    out,
    operations: [],
    tags: [],
    entry: framework,
    allowOrigins: [origin],
    ...(layout === "packages" ? { scope: "@pets" } : { server: join(workspace, "api", "server") }),
  });
  for (const [file, text] of Object.entries(handlers))
    edit(join(out, file), /async \(\s*_input[^]*\};\n/, `${text};\n`);
  edit(join(out, "security.ts"), "(_credential) => undefined", "({ token }) => token === 'secret'");
}

function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file, "utf8");
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${String(from)}`);
  writeFileSync(file, after);
}

async function start(layout: Layout, framework: Framework): Promise<RunningEntry> {
  const entry = await startEntry(join(folderOf(layout, framework), "server.ts"));
  onTestFinished(entry.kill);
  return entry;
}

async function clientOf(layout: Layout, baseUrl: string, auth?: string): Promise<Client> {
  const file = layout === "packages" ? "packages/client/src/index.ts" : "api/client/index.ts";
  const module = (await import(pathToFileURL(join(workspace, file)).href)) as {
    createClient(options: object): Client;
  };
  return module.createClient({ baseUrl, retries: 0, ...(auth === undefined ? {} : { auth }) });
}

const services = layouts.flatMap((layout) =>
  frameworks.map((framework) => [layout, framework] as const),
);

describe.each(services)("an entry in the layout %s with %s", (layout, framework) => {
  it("answers, refuses, and ends after what is under way", async () => {
    const entry = await start(layout, framework);
    const anonymous = await clientOf(layout, entry.address);
    const known = await clientOf(layout, entry.address, "secret");
    expect(await anonymous.pets.listPets()).toEqual([{ name: "Rex" }]);
    await expect(anonymous.pets.getPet({ path: { name: "Rex" } })).rejects.toMatchObject({
      status: 501,
    });
    const stranger = await clientOf(layout, entry.address, "guess");
    const statusOf = async (client: Client, name: string): Promise<number> =>
      (await client.pets.createPet({ body: { name } }).result()).status;
    expect(await statusOf(known, "Tom")).toBe(201);
    expect(await statusOf(stranger, "Tom").catch((error: { status: number }) => error.status)).toBe(
      401,
    );
    const large = statusOf(known, "x".repeat(1024 * 1024));
    expect(await large.catch((error: { status: number }) => error.status)).toBe(413);
    expect(entry.errors()).toBe("");

    const visits: string[] = [];
    for await (const { name } of anonymous.pets.watchVisits()) {
      visits.push(name);
      if (name === "first") entry.signal("SIGTERM");
    }
    expect(visits).toEqual(["first", "last"]);
    expect(await entry.ended).toBe(0);
  });
});

it("is accepted by the compiler, whatever an entry listens with", async () => {
  const configuration = {
    extends: join(repository, "tsconfig.json"),
    // Handlers are replaced above, their imports are not.
    compilerOptions: { noUnusedLocals: false },
    include: frameworks.map((framework) => `packages-${framework}/server.ts`),
  };
  writeFileSync(join(workspace, "tsconfig.json"), JSON.stringify(configuration));
  expect(await typeCheck(workspace)).toBe("");
});

describe.each(frameworks)("an entry with %s", (framework) => {
  it("answers health checks, and pages of the origins that it is told of", async () => {
    const { address } = await start("folder", framework);
    const health = await fetch(`${address}/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    const allowed = await fetch(`${address}/pets`, { headers: { origin } });
    expect(allowed.headers.get("access-control-allow-origin")).toBe(origin);
    expect(allowed.headers.get("vary")).toMatch(/origin/i);
    const other = await fetch(`${address}/pets`, { headers: { origin: "https://other.example" } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    for (const method of ["PATCH", "DELETE", "QUERY"]) {
      const preflight = await fetch(`${address}/pets`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": "authorization,content-type",
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-methods")).toBe(method);
      expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization/i);
    }
  });

  it("cuts off what does not end in time, with exit code 1", async () => {
    const out = folderOf("packages", framework);
    const file = join(out, `hurried.ts`);
    const text = readFileSync(join(out, "server.ts"), "utf8");
    writeFileSync(file, text.replace("shutdownTimeout = 9000", "shutdownTimeout = 100"));
    edit(file, 'from "./index.ts"', 'from "./hanging.ts"');
    writeFileSync(
      join(out, "hanging.ts"),
      `import { handlers as written } from "./index.ts";
export const handlers = { ...written, pets: { ...written.pets, listPets: () => {
  process.kill(process.pid, "SIGINT");
  return new Promise<never>(() => {});
} } };
`,
    );
    const entry = await startEntry(file);
    onTestFinished(entry.kill);
    await expect(fetch(`${entry.address}/pets`)).rejects.toThrow("fetch failed");
    expect(await entry.ended).toBe(1);
    expect(entry.errors()).toMatch(/cut off/);
  });
});
