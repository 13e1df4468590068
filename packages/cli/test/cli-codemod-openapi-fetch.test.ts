import { join } from "node:path";
import { expect, it } from "vitest";
import { readTree, runCli } from "../../../generator/test/support.ts";
import { codemodApp, compiled, folderOptions, listed, run } from "./codemod-app.ts";

const pet = `{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }`;
const problem = `{ type: object, required: [title], properties: { title: { type: string } } }`;
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

const description = `openapi: 3.1.1
info: { title: Pets, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses:
        "200": { description: Pets., ${json(`{ type: array, items: ${ref("Pet")} }`)} }
        default: { description: A problem., ${json(ref("Problem"))} }
    post:
      operationId: createPet
      tags: [pets]
      requestBody: { required: true, ${json("{ type: object, required: [name], properties: { name: { type: string } } }")} }
      responses:
        "201": { description: A pet., ${json(ref("Pet"))} }
        "422": { description: A problem., ${json(ref("Problem"))} }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPet
      tags: [pets]
      parameters: [{ name: x-trace, in: header, schema: { type: string } }]
      responses:
        "200": { description: A pet., ${json(ref("Pet"))} }
        "404": { description: A problem., ${json(ref("Problem"))} }
    delete:
      operationId: deletePet
      tags: [pets]
      responses:
        "204": { description: Gone. }
        "404": { description: A problem., ${json(ref("Problem"))} }
  /health:
    get:
      operationId: getHealth
      tags: [health]
      responses: { "200": { description: Fine., ${json("{ type: object, properties: { ok: { type: boolean } } }")} } }
components:
  schemas:
    Pet: ${pet}
    Problem: ${problem}
`;

const client = `import createClient from "openapi-fetch";
import type { paths } from "./api/paths/index.ts";

/** Answers as the service does. */
const service = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  if (pathname === "/health") return Response.json({ ok: true });
  if (pathname === "/pets/none") return Response.json({ title: "No such pet" }, { status: 404 });
  if (pathname === "/pets/odd") return Response.json({ title: "Odd" }, { status: 418 });
  if (request.method === "DELETE") return new Response(null, { status: 204 });
  if (request.method === "POST") return Response.json({ id: "9", ...JSON.parse(text) }, { status: 201 });
  if (pathname === "/pets") return Response.json([{ id: searchParams.get("limit") ?? "all", name: "Rex" }]);
  return Response.json({ id: pathname.slice(6), name: request.headers.get("x-trace") ?? "Rex" });
};

export const client = createClient<paths>({ baseUrl: "https://api.example.com", fetch: service });
`;

const app = `import { client } from "./client.ts";

const lines: unknown[] = [];
const id = "7";
const path = { id: "8" };
const body = { name: "Ann" };
const abort = new AbortController();

const all = await client.GET("/pets");
lines.push(all.data?.length, all.error, all.response.status);
const { data: some } = await client.GET("/pets", { params: { query: { limit: 2 } } });
lines.push(some?.[0]?.id);
const { data, error, response } = await client.GET("/pets/{id}", { params: { path: { id } } });
if (error !== undefined) throw new Error(error.title);
lines.push(data.name, response.ok);
const shorthand = await client.GET("/pets/{id}", { params: { path } });
lines.push(shorthand.data?.id);
const traced = await client.GET("/pets/{id}", {
  params: { path: { id }, header: { "x-trace": "t" } },
});
lines.push(traced.data?.name);
const none = await client.GET("/pets/{id}", { params: { path: { id: "none" } } });
lines.push(none.data, none.error?.title, none.response.status);
const odd = await client.GET("/pets/{id}", { params: { path: { id: "odd" } } });
lines.push(odd.data, odd.error?.title, odd.response.status);
const created = await client.POST("/pets", { body: { name: "Rex" } });
lines.push(created.data?.name, created.response.status);
const shared = await client.POST("/pets", { body });
lines.push(shared.data?.name);
const gone = await client.DELETE("/pets/{id}", { params: { path: { id } } });
lines.push(gone.data, gone.error, gone.response.status);
const health = await client.GET("/health");
lines.push(health.data?.ok);
const signalled = await client.GET("/health", { signal: abort.signal });
lines.push(signalled.data?.ok);
const both = await client.GET("/pets", { params: { query: { limit: 3 } }, signal: abort.signal });
lines.push(both.data?.[0]?.id);
const [first, second] = await Promise.all([client.GET("/health"), client.GET("/pets")]);
lines.push(first.data?.ok, second.data?.[0]?.name);
async function named(of: string): Promise<string> {
  const pet = await client.GET("/pets/{id}", { params: { path: { id: of } } });
  return pet.data === undefined ? "nobody" : pet.data.name;
}
lines.push(await named("1"), await named("none"));
console.log(JSON.stringify(lines));
`;

const left = `import { client } from "./client.ts";
const url = "/pets" as const;
const init = { params: { query: { limit: 1 } } };
export const odd = async (): Promise<void> => {
  client.use({ onRequest: () => undefined });
  await client.GET(url);
  await client.GET("/pets", init);
  await client.GET("/pets", { parseAs: "stream" });
};
`;

/** An app that calls by openapi-fetch, with what both ways need. */
const fetchApp = async (more: Readonly<Record<string, string>> = {}): Promise<string> =>
  codemodApp(
    description,
    { "src/client.ts": client, "src/app.ts": app, ...more },
    ["openapi-fetch", "openapi-typescript-helpers"],
    "paths,client",
  );

it("turns calls by path into calls of methods, which compile and mean the same", async () => {
  const cwd = await fetchApp();
  expect(compiled(cwd)).toBe("");
  const before = run(cwd);
  const { code, stdout } = await runCli(["codemod", ...folderOptions, "--from", "openapi-fetch"], {
    cwd,
  });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("2 edited, 0 left to you, not compiled yet\n"),
  });
  const { "app.ts": text = "", "client.ts": created = "" } = readTree(join(cwd, "src"));
  expect(text).not.toContain("client.GET");
  expect(text.match(/dataOrError\(/g)).toHaveLength(16);
  expect(created).toContain('import { createClient } from "./api/client/index.ts";');
  expect(created).not.toContain("paths");
  expect(stdout).toContain(
    "note: calls of several lines are one line now: run the formatter of the project\n",
  );
  expect(compiled(cwd)).toBe("");
  expect(run(cwd)).toEqual(before);
});

it("lists what it cannot tell, and leaves it", async () => {
  const cwd = await fetchApp({ "src/left.ts": left });
  const { code, stdout } = await runCli(["codemod", ...folderOptions, "--from", "openapi-fetch"], {
    cwd,
  });
  expect(code).toBe(1);
  expect(stdout).toContain("left alone: src/left.ts:5:3 middleware is an option of createClient");
  expect(stdout).toContain("left alone: src/left.ts:6:9 its path is no literal");
  expect(stdout).toContain("left alone: src/left.ts:7:9 the second argument is no literal");
  expect(stdout).toContain("left alone: src/left.ts:8:9 parseAs has no such option here");
  expect(readTree(join(cwd, "src"))["left.ts"]).toBe(left);
});

it("lists places by the lines of the files as they are then", async () => {
  const mixed = `import { client } from "./client.ts";
export const odd = async (url: "/pets"): Promise<void> => {
  await client.GET("/pets/{id}", {
    params: { path: { id: "1" } },
  });
  await client.GET(url);
};
`;
  const cwd = await fetchApp({ "src/mixed.ts": mixed });
  const codemod = ["codemod", ...folderOptions, "--from", "openapi-fetch"];
  const reason = "its path is no literal, so the operation is not known";
  const planned = await runCli([...codemod, "--dry-run"], { cwd });
  expect(planned.stdout).toContain(`\n# left alone: src/mixed.ts:6:9 ${reason}\n`);
  const { stdout } = await runCli(codemod, { cwd });
  const { "mixed.ts": text = "" } = readTree(join(cwd, "src"));
  expect(text.split("\n")[4]).toBe("  await client.GET(url);");
  expect(listed(stdout, "left alone")).toEqual([`mixed.ts:5:9 ${reason}`]);
});

it("keeps imported types apart from the function that it replaces", async () => {
  const typed = client
    .replace("import createClient from", "import createClient, { type Middleware } from")
    .concat("export const middleware: Middleware[] = [];\n");
  const cwd = await fetchApp({ "src/client.ts": typed });
  const { code, stdout } = await runCli(["codemod", ...folderOptions, "--from", "openapi-fetch"], {
    cwd,
  });
  expect(code).toBe(1);
  expect(stdout).toContain("left alone: src/client.ts:1:1 the generated client has other types");
  const { "client.ts": created = "" } = readTree(join(cwd, "src"));
  expect(created).toContain('import { type Middleware } from "openapi-fetch";\n');
  expect(created).toContain('import { createClient } from "./api/client/index.ts";\n');
  expect(compiled(cwd)).toBe("");
});
