import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  node,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const execute = promisify(execFile);

const pets = `
openapi: 3.1.1
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example/v2 }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas: { Pet: { type: object, required: [id], properties: { id: { type: integer } } } }
paths:
  /pets:
    post:
      tags: [pets]
      operationId: createPet
      responses: { "204": { description: Made. } }
  /pets/{id}:
    get:
      tags: [pets]
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" }, example: { id: 7 } } } } }
  /all:
    get:
      tags: [pets]
      operationId: allPets
      security: [{ key: [] }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }, example: [{ id: 7 }] } } } }
`;

/** What `init --format json` says of a first call. */
interface Said {
  readonly firstCall?: {
    readonly file: string;
    readonly code: string;
    readonly mock: string;
    readonly run: readonly string[];
  };
}

async function firstCallOf(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ readonly cwd: string; readonly call: Said["firstCall"] }> {
  const cwd = temporaryFolder();
  writeTree(cwd, { "openapi.yaml": pets, ...files });
  const { stdout } = await runCli(["init", "--yes", "--format", "json", ...args], { cwd });
  return { cwd, call: (JSON.parse(stdout) as Said).firstCall };
}

/** Starts the mock of a project at a free port, and returns its address. */
async function mockUrl(cwd: string): Promise<string> {
  const cli = join(repository, "generator", "src", "cli.ts");
  const child = spawn(node, [cli, "mock", "--port", "0", "--quiet"], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return line.toString().trim();
}

const call = "console.log(await api.pets.allPets());\n";
const api = 'const api = createClient({ baseUrl: "http://127.0.0.1:4010", auth: "key" });\n';

const bundled = '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }';

describe("the first call that init ends with", () => {
  it.each([
    [
      "in a folder",
      {},
      [],
      "src/first-call.ts",
      "./api/client/index.ts",
      "npx",
      ["node src/first-call.ts"],
    ],
    [
      "at the root",
      {},
      ["--out", "api"],
      "first-call.ts",
      "./api/client/index.ts",
      "npx",
      ["node first-call.ts"],
    ],
    [
      "for a bundler",
      { "tsconfig.json": bundled },
      [],
      "src/first-call.ts",
      "./api/client/index",
      "npx",
      ["npx tsx src/first-call.ts"],
    ],
    [
      "in a workspace of npm",
      { "package.json": '{ "name": "acme" }\n' },
      ["--layout", "packages"],
      "first-call.mjs",
      "@acme/client",
      "npx",
      ["node first-call.mjs"],
    ],
    [
      "in a workspace whose root is of modules",
      { "package.json": '{ "name": "acme", "type": "module" }\n' },
      ["--layout", "packages"],
      "first-call.ts",
      "@acme/client",
      "npx",
      ["node first-call.ts"],
    ],
    [
      "in a workspace of pnpm",
      { "package.json": '{ "name": "acme" }\n', "pnpm-workspace.yaml": "packages: []\n" },
      ["--layout", "packages"],
      "first-call.mjs",
      "@acme/client",
      "pnpm exec",
      ['pnpm add --workspace-root --workspace "@acme/client"', "node first-call.mjs"],
    ],
    [
      "in a workspace of Yarn",
      { "package.json": '{ "name": "acme" }\n', "yarn.lock": "" },
      ["--layout", "packages"],
      "first-call.mjs",
      "@acme/client",
      "yarn",
      ['yarn add "@acme/client@workspace:^"', "yarn node first-call.mjs"],
    ],
  ] as const)("is made %s", async (_, files, args, file, specifier, runner, run) => {
    const { call: said } = await firstCallOf(files, args);
    expect(said).toEqual({
      file,
      code: `import { createClient } from "${specifier}";\n\n${api}${call}`,
      mock: `${runner} openapi-packages mock`,
      run,
    });
  });

  it.each(["fastify", "hono", "express"])(
    "is followed by the command that scaffolds a service of %s",
    async (framework) => {
      const cwd = temporaryFolder();
      const manifest = { type: "module", dependencies: { [framework]: "^5.0.0" } };
      writeTree(cwd, { "openapi.yaml": pets, "package.json": JSON.stringify(manifest) });
      const { stdout } = await runCli(["init", "--yes"], { cwd });
      expect(stdout.split("\n").slice(-3)).toEqual([
        "Write the service, with a handler for each operation:",
        `  npx openapi-packages scaffold --out src/handlers --entry ${framework}`,
        "",
      ]);
    },
  );

  it("is told after the next commands, ready to be copied", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "openapi.yaml": pets });
    const { stdout } = await runCli(["init", "--yes"], { cwd });
    expect(stdout).toContain(
      `\nYour first call, src/first-call.ts:\n\nimport { createClient } from "./api/client/index.ts";\n\n${api}${call}\nRun it against a mock, which another terminal serves:\n  npx openapi-packages mock\n  node src/first-call.ts\n`,
    );
  });

  it("has an example where every operation needs an input, and is left out without a client", async () => {
    const only = pets.slice(0, pets.indexOf("  /all:"));
    const { call: said } = await firstCallOf({ "openapi.yaml": only });
    expect(said?.code).toContain("console.log(await api.pets.getPet({ path: { id: 1 } }));\n");
    const config =
      'export default { description: "openapi.yaml", out: "src/api", layout: "folder", packages: ["types"] };\n';
    const kept = await firstCallOf({ "openapi-packages.config.mjs": config });
    expect(kept.call).toBeUndefined();
  });

  it("runs in the project against the mock", async () => {
    const { cwd, call: said } = await firstCallOf({});
    mkdirSync(join(cwd, "node_modules/@openapi-packages"), { recursive: true });
    symlinkSync(
      join(repository, "packages/runtime"),
      join(cwd, "node_modules/@openapi-packages/runtime"),
      "dir",
    );
    expect(await runCli(["generate"], { cwd })).toMatchObject({ code: 0 });
    const url = await mockUrl(cwd);
    const code = said?.code.replace("http://127.0.0.1:4010", url) ?? "";
    writeFileSync(join(cwd, said?.file ?? ""), code);
    const flags = ["--conditions=@openapi-packages/source", said?.file ?? ""];
    const { stdout } = await execute(node, flags, { cwd });
    expect(stdout).toBe("[ { id: 7 } ]\n");
  });
});
