import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import { ownRange } from "../../../packages/description/src/own-version.ts";
import type { GeneratorUpgrade } from "../../src/write/generator-upgrade.ts";
import { basePath } from "../changes/diff/edited.ts";
import { readTree, runCli, temporaryFolder, writeTree } from "../support.ts";

const options = { spec: basePath, scope: "@acme", compile: false } as const;

/** Packages as version 0.0.9 of the generator wrote them, whose enums were closed. */
async function earlierPackages(enums: "open" | "closed"): Promise<string> {
  const out = join(temporaryFolder(), "packages");
  await generate({ ...options, out, enums });
  for (const folder of ["contract", "client", "server", "mocks"])
    for (const name of ["package.json", ".openapi-packages.json"]) {
      const path = join(out, folder, name);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(ownRange, "^0.0.9"));
    }
  return out;
}

it("tells what another version of the generator changes, before it writes", async () => {
  const out = await earlierPackages("closed");
  const before = readTree(out);
  const heard: GeneratorUpgrade[] = [];
  const onUpgrade = (upgrade: GeneratorUpgrade): void => {
    expect(readTree(out)["client/src/index.ts"]).toBe(before["client/src/index.ts"]);
    heard.push(upgrade);
  };
  const checked = await generate({ ...options, out, check: true, onUpgrade });
  const { upgrade } = await generate({ ...options, out, onUpgrade });
  expect(heard).toEqual([checked.upgrade, upgrade]);
  expect(upgrade).toMatchObject({ from: "^0.0.9", to: ownRange });
  expect(upgrade?.changes).toContainEqual(
    expect.objectContaining({
      code: "type-changed",
      packageName: "@acme/client",
      name: "PetsClient",
      member: ["getPet"],
      verdicts: { callers: "breaking", handlers: "none" },
    }),
  );
  expect((await generate({ ...options, out, onUpgrade })).upgrade).toBeUndefined();
  expect(heard).toHaveLength(2);
});

/** The argument by which no JavaScript is written. */
function sourcesOnly(): readonly string[] {
  const folder = temporaryFolder();
  writeTree(folder, { "config.json": '{ "compile": false }' });
  return ["--config", join(folder, "config.json")];
}

it("says that nothing changes", async () => {
  const out = await earlierPackages("open");
  const args = ["generate", basePath, "--out", out, "--scope", "@acme", ...sourcesOnly()];
  const { stderr, code } = await runCli([...args, "--check"]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `openapi-packages ^0.0.9 wrote these packages, and this is ${ownRange}: their API stays the same\n`,
  });
});

it("prints what changes, breaks first", async () => {
  const out = await earlierPackages("closed");
  const args = ["generate", basePath, "--out", out, "--scope", "@acme", ...sourcesOnly()];
  const { stderr } = await runCli([...args, "--check"]);
  expect(stderr).toMatch(
    /^openapi-packages \^0\.0\.9 wrote these packages, and this is \S+, which changes their API: \d+ changes: \d+ break callers, 0 break handlers\nbreaking \S+ {2}@acme\/client: /,
  );
  const json = await runCli([...args, "--check", "--format", "json"]);
  expect(json.stderr).toBe("");
  expect(JSON.parse(json.stdout)).toMatchObject({ upgrade: { from: "^0.0.9" } });
});
