import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { answersOf, type Ask } from "../../../generator/src/commands/init/answers.ts";
import { lookAtProject } from "../../../generator/src/commands/init/project.ts";
import { json, minimal, optionsIn, planned } from "./planned-init.ts";
import { ownRange } from "../../description/src/own-version.ts";
import { readTree, runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const isWindows = process.platform === "win32";

/** A project, and package managers that only log how they are called and whether `packages/client` is there. */
function projectWithStubs(files: Readonly<Record<string, string>>, end = "exit 0") {
  const cwd = temporaryFolder();
  const stubs = temporaryFolder();
  const script = `#!/bin/sh
found=
[ -d packages/client ] && found=", with packages/client"
echo "$(basename "$0") $*$found" >> "$(dirname "$0")/log"
${end}
`;
  writeTree(cwd, files);
  for (const name of ["npm", "pnpm", "yarn"]) {
    writeTree(stubs, { [name]: script });
    chmodSync(join(stubs, name), 0o755);
  }
  const path = [stubs, process.env["PATH"]].join(delimiter);
  return {
    cwd,
    log: () => readFileSync(join(stubs, "log"), "utf8").trim().split("\n"),
    run: async (args: readonly string[]) =>
      runCli([...args], { cwd, env: { ...process.env, PATH: path, CI: "1" } }),
  };
}

describe("what a project suggests", () => {
  it("is a folder for an application, with mocks where there are tests", async () => {
    const { texts, commands } = await planned({
      "package.json": json({ name: "app", devDependencies: { typescript: "^5.9", vitest: "^4" } }),
      "src/main.ts": "",
      "yarn.lock": "",
    });
    expect(optionsIn(texts["openapi-packages.config.ts"])).toBe(
      'defineConfig({\n  description: "openapi.yaml",\n  layout: "folder",\n  out: "src/api",\n  packages: ["client", "mocks"],\n});\n',
    );
    expect(texts[".gitattributes"]).toBe("src/api/** linguist-generated\n");
    expect(commands).toEqual([
      expect.stringMatching(
        /^yarn add "@openapi-packages\/runtime@.* && yarn add --dev "openapi-p/,
      ),
      "yarn run generate",
    ]);
  });

  it("is also the types of openapi-typescript where an application has it", async () => {
    const { answers } = await planned({
      "package.json": json({ name: "app", devDependencies: { "openapi-typescript": "^7" } }),
    });
    expect(answers.packages).toEqual(["paths", "client"]);
  });

  it("is one module without a runtime where an option asks for nothing else", async () => {
    const { texts, commands } = await planned(
      { "package.json": json({ name: "app", workspaces: ["packages/*"] }) },
      { packages: ["paths"] },
    );
    expect(optionsIn(texts["openapi-packages.config.mjs"])).toContain('packages: ["paths"]');
    expect(optionsIn(texts["openapi-packages.config.mjs"])).toContain('layout: "folder"');
    expect(commands.join()).not.toContain("@openapi-packages/runtime");
  });

  it("is src/api where Yarn's own files are the only ones", async () => {
    const { answers } = await planned({ "package.json": "{}", ".pnp.cjs": "", "yarn.lock": "" });
    expect(answers.out).toBe("src/api");
  });

  it("is JSON for a Node that strips no types", async () => {
    vi.spyOn(process.features, "typescript", "get").mockReturnValue(false);
    const { texts } = await planned({ "tsconfig.json": "{}" });
    vi.restoreAllMocks();
    expect(JSON.parse(texts["openapi-packages.config.json"] ?? "")).toEqual({
      $schema: "./node_modules/openapi-packages/config.schema.json",
      description: "openapi.yaml",
      layout: "folder",
      out: "src/api",
      packages: ["client"],
    });
  });

  it.each(["express", "fastify", "hono"])("has the server beside %s", async (framework) => {
    const { texts } = await planned({
      "package.json": json({ name: "service", dependencies: { [framework]: "^5.0.0" } }),
    });
    expect(optionsIn(texts["openapi-packages.config.mjs"])).toContain(
      'packages: ["client", "server"],',
    );
  });

  it("is lib for an application without src, and leaves its own script generate", async () => {
    const { texts, commands } = await planned({
      "package.json": json({ scripts: { generate: "prisma generate" } }),
      "app/page.tsx": "",
      ".gitattributes": "*.png binary",
    });
    expect(texts["openapi-packages.config.mjs"]).toContain('out: "lib/api"');
    expect(JSON.parse(texts["package.json"] ?? "")).toEqual({
      scripts: {
        generate: "prisma generate",
        "generate:api": "openapi-packages generate",
        "generate:api:check": "openapi-packages generate --check",
      },
    });
    expect(texts[".gitattributes"]).toBe("*.png binary\nlib/api/** linguist-generated\n");
    expect(commands.at(-1)).toBe("npm run generate:api");
  });
});

describe("questions", () => {
  const answered = async (given: object, ...replies: string[]) => {
    const folder = temporaryFolder();
    writeTree(folder, { "spec/openapi.json": "{}" });
    const asked: (readonly [string, string | undefined])[] = [];
    const ask: Ask = async (question, byDefault) => {
      asked.push([question.split(" ")[0] ?? "", byDefault]);
      return replies.shift() ?? "";
    };
    return { answers: await answersOf(lookAtProject(folder), given, ask), asked };
  };

  it("are four, each with what the project suggests", async () => {
    expect(await answered({})).toEqual({
      answers: {
        description: "spec/openapi.json",
        layout: "folder",
        out: "src/api",
        packages: ["client"],
      },
      asked: [
        ["The", "spec/openapi.json"],
        ["folder", "folder"],
        ["The", "src/api"],
        ["The", "client"],
      ],
    });
  });

  it("have the parts of a folder as an answer", async () => {
    const { answers } = await answered({}, "", "", "", "paths, mocks");
    expect(answers.packages).toEqual(["paths", "mocks"]);
    await expect(answered({}, "", "", "", "path")).rejects.toThrow(
      'the answer is types, contract, client, server, mocks or paths, not "path"; did you mean paths?',
    );
    expect((await answered({ packages: ["paths"] })).asked).toHaveLength(3);
  });

  it("are not asked where options answer them", async () => {
    const { answers, asked } = await answered({ layout: "packages", out: "libs" }, "a.yaml");
    expect(answers).toEqual({ description: "a.yaml", layout: "packages", out: "libs" });
    expect(asked).toHaveLength(1);
  });

  const suggested = async (files: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder();
    writeTree(folder, files);
    return (await answersOf(lookAtProject(folder), {}, undefined)).description;
  };

  it("suggest the only description of the folder, whatever its name", async () => {
    const other = { "package.json": '{ "scripts": { "openapi": "generate" } }', "a.yml": "b: 1" };
    const inJson = '{ "info": {},\n"openapi": "3.0.3" }';
    expect(await suggested({ ...other, "my-api.yaml": minimal })).toBe("my-api.yaml");
    expect(await suggested({ ...other, "docs/pets.json": inJson })).toBe("docs/pets.json");
    expect(await suggested({ "my-api.yaml": minimal, "openapi.yaml": minimal })).toBe(
      "openapi.yaml",
    );
    await expect(suggested(other)).rejects.toThrow("no description found");
    await expect(suggested({ "a.yaml": minimal, "b.yaml": minimal })).rejects.toThrow(
      "name one of the descriptions: openapi-packages init a.yaml or b.yaml",
    );
  });

  it("have answers that make no sense", async () => {
    await expect(answered({}, "", "both")).rejects.toThrow(
      'the answer is packages or folder, not "both"',
    );
  });
});

describe("openapi-packages init", () => {
  it("writes a configuration that generate runs by, and keeps it afterwards", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "openapi.yaml": minimal });
    const first = await runCli(["init", "--yes"], { cwd });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(
      /^created {2}openapi-packages\.config\.mjs\ncreated {2}package\.json\n/,
    );
    expect(await runCli(["generate"], { cwd })).toMatchObject({ code: 0 });
    const before = readTree(cwd);
    expect(Object.keys(before)).toContain("src/api/client/index.ts");
    const again = await runCli(["init", "--yes"], { cwd });
    expect(again.stdout).toMatch(/^kept {5}openapi-packages\.config\.mjs\n\nNext:\n/);
    expect(readTree(cwd)).toEqual(before);
  });

  it("writes headers for the description, and refuses secrets", async () => {
    const requestHeaders = { Authorization: "Bearer ${TOKEN}", Accept: "application/yaml, */*" };
    const { texts } = await planned({}, { requestHeaders });
    expect(texts["openapi-packages.config.mjs"]).toContain(
      '  requestHeaders: { "Authorization": "Bearer ${TOKEN}", "Accept": "application/yaml, */*" },\n',
    );
    await expect(planned({}, { requestHeaders: { "X-Api-Key": "abc" } })).rejects.toThrow(
      "--request-header 'X-Api-Key: ${TOKEN}'",
    );
  });

  it.each([
    ["none", {}, "packages/*/dist/\n"],
    ["others", { ".gitignore": "node_modules/" }, "node_modules/\npackages/*/dist/\n"],
    ["all of that name", { ".gitignore": "node_modules/\n/dist\ndist/\n" }, undefined],
  ])("ignores what is compiled of packages, where %s are ignored", async (_which, files, text) => {
    const { texts } = await planned(files, { layout: "packages" });
    expect(texts[".gitignore"]).toBe(text);
    expect((await planned(files)).texts[".gitignore"]).toBeUndefined();
  });

  it.skipIf(isWindows)("installs once with --install, and generates itself", async () => {
    const { cwd, log, run } = projectWithStubs({ "openapi.yaml": minimal });
    const done = await run(["init", "--yes", "--install"]);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(
      /^edited {3}package\.json: @openapi-packages\/runtime \^.*, openapi-packages \^/m,
    );
    expect(done.stdout).toMatch(/^ {2}client {2}\d+ files {2}\d+ written$/m);
    expect(done.stdout).not.toMatch(/Next:|npm install/);
    expect(log()).toEqual(["npm install"]);
    expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))).toMatchObject({
      dependencies: { "@openapi-packages/runtime": ownRange },
      devDependencies: { "openapi-packages": ownRange },
    });
    // What is there already is not installed again.
    expect(await run(["init", "--yes", "--install"])).toMatchObject({ code: 0 });
    expect(log()).toEqual(["npm install"]);
  });

  it.skipIf(isWindows).for([
    ["npm", {}, "npm install"],
    ["pnpm", { "pnpm-lock.yaml": "" }, "pnpm install --no-frozen-lockfile"],
    ["yarn", { "yarn.lock": "" }, "yarn install --no-immutable"],
  ] as const)(
    "installs packages when they are there, with a lockfile that may change in CI: %s",
    async ([, files, command]) => {
      const { log, run } = projectWithStubs({ "openapi.yaml": minimal, ...files });
      const done = await run(["init", "--yes", "--install", "--layout", "packages"]);
      expect(done.code).toBe(0);
      expect(log()).toEqual([`${command}, with packages/client`]);
    },
  );

  it.skipIf(isWindows)("says which command failed", async () => {
    const { run } = projectWithStubs({ "openapi.yaml": minimal }, "exit 1");
    const failed = await run(["init", "--yes", "--install"]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/\n\nNext:\n {2}npm install\n\nYour first call, /);
    expect(failed.stdout).toMatch(/^ {2}client {2}\d+ files {2}\d+ written$/m);
    const { run: generate } = projectWithStubs({ "openapi.yaml": minimal }, "exit 1");
    const options = ["--layout", "folder", "--out", "src/api", "--install"];
    expect(await generate(["generate", "openapi.yaml", ...options])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("  npm install"),
    });
  });

  it("says what to do where nobody can be asked, and where there is no description", async () => {
    const cwd = temporaryFolder();
    const { code, stderr } = await runCli(["init"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^init asks questions, but standard input is not a terminal: .*--yes/);
    const none = await runCli(["init", "--yes"], { cwd });
    expect(none.stderr).toMatch(/^no description found: openapi-packages init openapi\.yaml\n/);
    expect(readTree(cwd)).toEqual({});
  });
});
