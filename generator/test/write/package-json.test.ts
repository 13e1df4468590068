import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
import { readTree, runCli, temporaryFolder, writeTree } from "../support.ts";

const description = `openapi: 3.1.1
info:
  title: Pets
  version: 1.0.0
paths:
  /pets:
    get:
      operationId: listPets
      tags: [Pets]
      responses:
        "200": { description: All of them. }
`;

type Json = Record<string, unknown>;

/** Packages of a description whose `info` has more members. */
async function project(info = "", options: Partial<GenerateOptions> = {}) {
  const folder = temporaryFolder();
  const [spec, out] = [join(folder, "openapi.yaml"), join(folder, "packages")];
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(spec, description.replace("info:\n", `info:\n${info}`));
  const run = (more: Partial<GenerateOptions> = {}) =>
    generate({ spec, out, scope: "@acme", compile: false, ...options, ...more });
  const path = (name: string): string => join(out, name, "package.json");
  const read = (name = "client"): Json => JSON.parse(readFileSync(path(name), "utf8")) as Json;
  const write = (value: unknown, name = "client"): void =>
    writeFileSync(path(name), typeof value === "string" ? value : JSON.stringify(value, null, 2));
  /** Changes members, as its owner does. */
  const edit = (change: (value: Json) => Json, name = "client"): void => {
    const { ...value } = read(name);
    write({ ...value, ...change(value) }, name);
  };
  await run();
  const kinds = async (more: Partial<GenerateOptions> = {}) =>
    (await run(more)).changes.map(({ path: one, kind, keys = [] }) =>
      [kind, one, ...keys].join(" "),
    );
  return { folder, spec, out, path, run, read, write, edit, kinds };
}

describe("a new package.json", () => {
  it.each<[string, Json]>([
    ["  license: { name: Apache License, identifier: Apache-2.0 }\n", { license: "Apache-2.0" }],
    ["  license: { name: MIT }\n", { license: "MIT" }],
    ["  license: { name: Ask us }\n", { private: true }],
    ["", { private: true }],
  ])("after %j has %j", async (info, expected) => {
    const { read } = await project(info);
    const { license, private: isPrivate } = read();
    expect(JSON.parse(JSON.stringify({ license, private: isPrivate }))).toEqual(expected);
  });

  it("needs no build", async () => {
    expect((await project()).read()["scripts"]).toBeUndefined();
  });
});

describe("the owner of a package", () => {
  const own = {
    version: "7.1.0",
    private: false,
    license: "UNLICENSED",
    description: "Pets",
    repository: "github:acme/pets",
    scripts: { test: "vitest" },
    publishConfig: { access: "restricted" },
    engines: { node: ">=24" },
    devDependencies: { vitest: "^5.0.0" },
  };

  it("keeps what is no key of the generator, and is told of nothing", async () => {
    const { read, edit, kinds } = await project();
    edit(() => own);
    expect(await kinds({ check: true })).toEqual([]);
    expect(await kinds()).toEqual([]);
    expect(read()).toMatchObject(own);
  });

  it("keeps it when the generator's keys change, in its order and indentation", async () => {
    const { spec, path, read, write, kinds } = await project();
    const { exports, ...rest } = read("contract");
    write(`${JSON.stringify({ ...own, exports, ...rest, ...own }, null, "\t")}\n`, "contract");
    // With a webhook the contract has one more entry.
    const webhook = `webhooks:\n  adopted:\n    post:\n      operationId: Adopted\n      responses: { "200": { description: Done } }\n`;
    writeFileSync(spec, readFileSync(spec, "utf8") + webhook);
    expect(await kinds()).toContain("changed contract/package.json");
    const text = readFileSync(path("contract"), "utf8");
    expect(Object.keys(read("contract")).slice(0, 3)).toEqual(["version", "private", "license"]);
    expect(text).toMatch(/^\{\n\t"version": "7\.1\.0",\n/);
    expect(text).toContain('"./webhooks"');
  });

  it("is told of the generator's keys that were edited, and they stay without --force", async () => {
    const { read, edit, kinds, run } = await project();
    edit(() => ({ exports: "./src/index.ts", type: "commonjs", version: "2.0.0" }));
    expect(await kinds()).toEqual(["edited client/package.json type exports"]);
    expect(read()["type"]).toBe("commonjs");
    await run({ force: true });
    expect(read()).toMatchObject({ type: "module", version: "2.0.0" });
    expect(await kinds({ check: true })).toEqual([]);
  });

  it("adds to files and dependencies", async () => {
    const { read, edit, kinds } = await project();
    const more = {
      files: ["!src", "dist", "src", "AGENTS.md", "mine", "!dist/.openapi-packages.json"],
      homepage: "https://acme.example",
    };
    edit(({ dependencies }) => ({
      ...more,
      dependencies: { zod: "^4.0.0", ...(dependencies as Json) },
    }));
    expect(await kinds()).toEqual([]);
    expect(read()).toMatchObject({ ...more, dependencies: { zod: "^4.0.0" } });
  });

  it.each([
    ["@openapi-packages/runtime", "^0.1.4", true],
    ["@openapi-packages/runtime", ">=0.1.0 <1", true],
    ["@openapi-packages/runtime", "file:../runtime.tgz", true],
    ["@openapi-packages/runtime", "catalog:", true],
    ["@openapi-packages/runtime", "workspace:^", true],
    ["@openapi-packages/runtime", "npm:@acme/runtime@1", true],
    ["@openapi-packages/runtime", "^0.0.9", false],
    ["@openapi-packages/runtime", "*", false],
    ["@acme/contract", "*", true],
    ["@acme/contract", "workspace:^", true],
    ["@acme/contract", "^99.0.0", false],
  ])("who makes %s %s keeps it: %s", async (name, range, isKept) => {
    const { read, edit, run } = await project();
    edit(({ dependencies }) => ({ dependencies: { ...(dependencies as Json), [name]: range } }));
    await run();
    expect((read()["dependencies"] as Json)[name] === range).toBe(isKept);
  });

  it("may ask for a dependency of the application instead", async () => {
    const { read, edit, kinds } = await project();
    const name = "@openapi-packages/runtime";
    edit(({ dependencies, peerDependencies }) => {
      const { [name]: range, ...rest } = dependencies as Json;
      return {
        dependencies: rest,
        peerDependencies: { ...(peerDependencies as Json), [name]: range },
      };
    });
    expect(await kinds()).toEqual([]);
    expect(read()["dependencies"]).not.toHaveProperty(name);
  });

  it("gives a version, which the packages beside it ask for", async () => {
    const { read, edit, kinds } = await project();
    edit(() => ({ version: "3.0.0-beta.1" }), "contract");
    expect(await kinds({ check: true })).toEqual([
      "changed client/package.json",
      "changed server/package.json",
      "changed mocks/package.json",
    ]);
    await kinds();
    expect(read()["dependencies"]).toMatchObject({ "@acme/contract": "3.0.0-beta.1" });
    expect(await kinds({ check: true })).toEqual([]);
  });

  it("has files for publishing beside the generated ones", async () => {
    const { out, kinds } = await project();
    writeTree(out, { "client/LICENSE": "", "client/CHANGELOG.md": "", "client/.npmrc": "" });
    expect(await kinds({ check: true })).toEqual([]);
  });
});

describe("a dependency that is needed no more", () => {
  it("goes, but for one that its owner changed", async () => {
    const { out, read, edit, run } = await project();
    const manifest = join(out, "client", ".openapi-packages.json");
    const value = JSON.parse(readFileSync(manifest, "utf8")) as {
      packageJson: { dependencies: Json };
    };
    Object.assign(value.packageJson.dependencies, { old: "^1.0.0", kept: "^1.0.0" });
    writeFileSync(manifest, JSON.stringify(value));
    edit(({ dependencies }) => ({
      dependencies: { ...(dependencies as Json), old: "^1.0.0", kept: "^2.0.0" },
    }));
    await run();
    expect(read()["dependencies"]).not.toHaveProperty("old");
    expect(read()["dependencies"]).toHaveProperty("kept", "^2.0.0");
  });
});

describe("a package.json that is there before the first run", () => {
  it("gets what is needed", async () => {
    const { out, read, write, run } = await project();
    write('{\n    "name": "@acme/client",\n    "version": "1.2.3"\n}\n');
    rmSync(join(out, "client", ".openapi-packages.json"));
    await run();
    expect(read()).toMatchObject({ version: "1.2.3", type: "module", sideEffects: false });
    expect(readFileSync(join(out, "client/package.json"), "utf8")).toMatch(/^\{\n {4}"name"/);
  });

  it("that is the generator's own of an earlier version is replaced", async () => {
    const { out, read, write, run } = await project();
    const { createHash } = await import("node:crypto");
    const text = '{"name":"@acme/client","scripts":{"build":"tsc"}}\n';
    write(text);
    const hash = createHash("sha256").update(text).digest("hex");
    const manifest = JSON.stringify({ files: { "package.json": hash } });
    writeFileSync(join(out, "client", ".openapi-packages.json"), manifest);
    await run();
    expect(read()).toMatchObject({ name: "@acme/client", type: "module" });
    expect(read()["scripts"]).toBeUndefined();
  });

  it.each([
    ['{\n  "name": "@acme/client",\n  "version": 1.2.3\n}\n', ":3:17"],
    ['{\n  "name": "@acme/client"\n  "version": "1"\n}\n', ":3:3"],
    ['{\n  "name": ', ":2:10"],
    ["[]", ":1:1"],
  ])("that cannot be read is left as it is: %j", async (text, place) => {
    const { out, spec, path, write } = await project();
    write(text);
    const before = readTree(out);
    const { code, stderr } = await runCli(["generate", spec, "--out", out, "--scope", "@acme"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${path("client")}${place} cannot be read`);
    expect(readTree(out)).toEqual(before);
  });
});

describe("in a workspace of pnpm", () => {
  it("packages ask for each other by workspace:*", async () => {
    const { folder, read, run } = await project();
    expect(read()["dependencies"]).toMatchObject({ "@acme/contract": "1.0.0" });
    writeFileSync(join(folder, "pnpm-workspace.yaml"), "packages: [packages/*]\n");
    await run();
    expect(read()["dependencies"]).toMatchObject({ "@acme/contract": "workspace:*" });
    await run({ workspaceProtocol: false });
    expect(read("server")["dependencies"]).toMatchObject({ "@acme/contract": "workspace:*" });
  });

  it("but not in a project of npm within it", async () => {
    const { folder, out, read, run } = await project();
    writeFileSync(join(folder, "pnpm-workspace.yaml"), "packages: [packages/*]\n");
    writeFileSync(join(out, "package-lock.json"), "{}");
    await run();
    expect(read()["dependencies"]).toMatchObject({ "@acme/contract": "1.0.0" });
  });

  it("and elsewhere on request", async () => {
    const { read } = await project("", { workspaceProtocol: true });
    expect(read()["dependencies"]).toMatchObject({ "@acme/contract": "workspace:*" });
  });
});
