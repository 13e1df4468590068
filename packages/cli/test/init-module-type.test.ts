import { describe, expect, it } from "vitest";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";
import { json, minimal, planned } from "./planned-init.ts";

describe("the type of modules in package.json", () => {
  const typeOf = async (files: Readonly<Record<string, string>>, options: object = {}) =>
    JSON.parse((await planned(files, options)).texts["package.json"] ?? "") as object;
  const ofInit = json({ name: "app", type: "commonjs", exports: { type: "commonjs" } });
  const ofInstall = json({ devDependencies: { "openapi-packages": "^0.1.0" } });

  it("is changed where there are no sources, since Node does not run the code otherwise", async () => {
    const { texts, answers } = await planned({ "package.json": ofInit });
    expect(JSON.parse(texts["package.json"] ?? "")).toMatchObject({
      type: "module",
      exports: { type: "commonjs" },
    });
    expect(answers.out).toBe("src/api");
  });

  it("is added where npm install made the file in an empty folder, and init says so", async () => {
    expect(await typeOf({ "package.json": ofInstall })).toMatchObject({ type: "module" });
    const cwd = temporaryFolder();
    writeTree(cwd, { "openapi.yaml": minimal, "package.json": ofInstall });
    const { stdout } = await runCli(["init", "--yes"], { cwd });
    expect(stdout).toContain(
      'edited   package.json: generate, generate:check, "type": "module", as the generated code requires\n',
    );
  });

  it.each(["main.js", "src/main.ts", "lib/index.js", "app/page.tsx"])(
    "stays where there are sources such as %s",
    async (path) => {
      expect(await typeOf({ "package.json": ofInit, [path]: "" })).toMatchObject({
        type: "commonjs",
      });
      expect(await typeOf({ "package.json": ofInstall, [path]: "" })).not.toHaveProperty("type");
    },
  );

  it.each([
    ["a kind of their own", { "tools/build.cjs": "", "vite.config.mts": "" }],
    ["another package.json", { "app/package.json": "{}", "app/main.js": "" }],
    ["been installed", { "node_modules/dependency/index.js": "", ".cache/a.js": "" }],
  ])("is added beside modules that have %s", async (_, files) => {
    expect(await typeOf({ "package.json": ofInstall, ...files })).toMatchObject({
      type: "module",
    });
  });

  it("stays at the root of a workspace, whose packages have their own", async () => {
    expect(await typeOf({ "package.json": ofInstall }, { layout: "packages" })).not.toHaveProperty(
      "type",
    );
  });
});
