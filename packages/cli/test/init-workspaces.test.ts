import { describe, expect, it } from "vitest";
import { json, optionsIn, planned } from "./planned-init.ts";

describe("the workspace of a project", () => {
  it.each([
    'packages:\n  # all\n  - apps/*\n  - "libs/*"\n',
    "packages: [apps/*, libs/*]\n",
    "packages:\r\n- apps/*\r\n- libs/*\r\n",
  ])("has the packages in its folder for them: %j", async (workspace) => {
    const { texts, byHand, commands } = await planned({
      "package.json": json({ name: "@acme/root", packageManager: "pnpm@10.0.0" }),
      "pnpm-workspace.yaml": workspace,
    });
    expect(optionsIn(texts["openapi-packages.config.mjs"])).toBe(
      'defineConfig({\n  description: "openapi.yaml",\n  out: "libs",\n  scope: "@acme",\n});\n',
    );
    expect(texts[".gitattributes"]).toContain("libs/client/** linguist-generated\n");
    expect(byHand).toEqual([]);
    expect(commands).toEqual([
      expect.stringMatching(/^pnpm add --save-dev --workspace-root "openapi-packages@/),
      "pnpm run generate && pnpm install",
    ]);
  });

  it.each([
    [
      "packages:\n  # all\n  - app\ncatalog: {}\n",
      'packages:\n  # all\n  - "packages/*"\n  - app\ncatalog: {}\n',
    ],
    ["packages: # ours\r\n- app\r\n", 'packages: # ours\r\n- "packages/*"\r\n- app\r\n'],
  ])(
    "gets the folder of the packages where pnpm has none for them: %j",
    async (workspace, edited) => {
      const { texts, byHand } = await planned({
        "package.json": json({ name: "acme" }),
        "pnpm-workspace.yaml": workspace,
      });
      expect(texts["pnpm-workspace.yaml"]).toBe(edited);
      expect(byHand).toEqual([]);
    },
  );

  it("is left to people where the list of pnpm is not one of lines", async () => {
    const { texts, byHand } = await planned({
      "package.json": json({ name: "acme" }),
      "pnpm-workspace.yaml": "packages: [app]\n",
    });
    expect(texts["pnpm-workspace.yaml"]).toBeUndefined();
    expect(byHand).toEqual(['add "packages/*" to the packages of pnpm-workspace.yaml']);
  });

  it("is made where packages are asked for and there is none", async () => {
    const asked = { layout: "packages" };
    const npm = await planned({ "package.json": json({ name: "My App" }) }, asked);
    expect(JSON.parse(npm.texts["package.json"] ?? "")).toMatchObject({
      workspaces: ["packages/*"],
    });
    expect(npm.texts["openapi-packages.config.mjs"]).toContain('scope: "@my-app"');
    const pnpm = await planned({ "package.json": "{}\n", "pnpm-lock.yaml": "" }, asked);
    expect(pnpm.texts["pnpm-workspace.yaml"]).toBe('packages:\n  - "packages/*"\n');
  });

  it.each([
    ['{ "workspaces": ["apps/*", "!apps/old"] }', '["packages/*", "apps/*", "!apps/old"]'],
    [
      '{\r\n\t"workspaces": [\r\n\t\t"apps/*"\r\n\t]\r\n}',
      '[\r\n\t\t"packages/*",\r\n\t\t"apps/*"\r\n\t]',
    ],
    ['{ "workspaces": [] }', '["packages/*"]'],
    ['{ "workspaces": { "packages": ["apps/*"] } }', '{ "packages": ["packages/*", "apps/*"] }'],
    ['{ "workspaces": ["./packages/*"] }', '["./packages/*"]'],
  ])("gets the folder of the packages in %s", async (manifest, expected) => {
    const { texts, byHand } = await planned({ "package.json": manifest }, { layout: "packages" });
    expect(texts["package.json"]).toContain(`"workspaces": ${expected}`);
    expect(byHand).toEqual([]);
  });

  it("is that of pnpm, which does not read the workspaces of package.json", async () => {
    const manifest = json({ workspaces: ["apps/*"] });
    const { texts } = await planned(
      { "package.json": manifest, "pnpm-lock.yaml": "" },
      { layout: "packages" },
    );
    expect(JSON.parse(texts["package.json"] ?? "")).toMatchObject({ workspaces: ["apps/*"] });
    expect(texts["pnpm-workspace.yaml"]).toBe('packages:\n  - "packages/*"\n');
  });
});
