import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import { goldenFolder, readTree, repository, runCli, temporaryFolder } from "../support.ts";

const titled = (title: string): string => `openapi: 3.1.1
info:
  title: ${title}
  version: 1.0.0
paths:
  /pets:
    get:
      operationId: listPets
      tags: [Pets]
      responses:
        "200": { description: All of them. }
`;

async function project() {
  const folder = temporaryFolder();
  const [spec, out] = [join(folder, "openapi.yaml"), join(folder, "packages")];
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(spec, titled("Pets"));
  const run = (path = spec, scope = "@acme") =>
    generate({ spec: path, out, scope, compile: false });
  await run();
  return { folder, spec, out, run };
}

describe("a folder with the packages of another description", () => {
  it("is left as it is: the README's example, run in this repository", async () => {
    const out = join(temporaryFolder(), "packages");
    for (const name of ["contract", "client", "server", "mocks"])
      cpSync(join(repository, "packages", name), join(out, name), {
        recursive: true,
        filter: (path) => !/[\\/](?:node_modules|dist)$/.test(path),
      });
    const spec = join(goldenFolder, "minimal", "description.yaml");
    const before = readTree(out);
    const args = ["generate", spec, "--out", out, "--scope", "@acme"];
    const { code, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stderr).toContain('@genai-app/client of "Generative-AI Application Service" is there');
    expect(stderr).toContain("@acme/client of");
    expect((await runCli([...args, "--check"])).code).toBe(2);
    expect(readTree(out)).toEqual(before);
    expect((await runCli([...args, "--force"])).code).toBe(0);
    expect(readTree(out)["client/package.json"]).toContain('"@acme/client"');
  });

  it("is told by title and file", async () => {
    const { folder, run } = await project();
    const other = join(folder, "cars.yaml");
    writeFileSync(other, titled("Cars"));
    await expect(run(other)).rejects.toThrow(/@acme\/client of "Pets" is there/);
  });

  it("is told by names", async () => {
    const { spec, run } = await project();
    await expect(run(spec, "@other")).rejects.toThrow(/@other\/client of "Pets" would be written/);
  });

  it("is told where an older version made it", async () => {
    const { folder, out, run } = await project();
    for (const name of ["contract", "client", "server", "mocks"])
      writeFileSync(join(out, name, ".openapi-packages.json"), '{"files":{}}');
    await run();
    for (const name of ["contract", "client", "server", "mocks"])
      writeFileSync(join(out, name, ".openapi-packages.json"), '{"files":{}}');
    const other = join(folder, "cars.yaml");
    writeFileSync(other, titled("Cars"));
    await expect(run(other)).rejects.toThrow(/"Pets" is there/);
  });
});

describe("the same description", () => {
  it("may get another title", async () => {
    const { spec, run } = await project();
    writeFileSync(spec, titled("Animals"));
    await expect(run()).resolves.toBeDefined();
  });

  it("may move, and then get another title", async () => {
    const { folder, spec, run } = await project();
    const moved = join(folder, "moved.yaml");
    renameSync(spec, moved);
    await run(moved);
    writeFileSync(moved, titled("Animals"));
    // The record names the first file until the title changes where it lies.
    await expect(run(moved)).rejects.toThrow(/--force/);
  });

  it("from another place is no change", async () => {
    const { folder, spec, out, run } = await project();
    const before = readTree(out);
    const copy = join(folder, "download.yaml");
    cpSync(spec, copy);
    expect((await run(copy)).changes).toEqual([]);
    expect(readTree(out)).toEqual(before);
  });
});
