import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  goldenFolder,
  readTree,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const description = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");

const emitters = `import { zod } from "@openapi-packages/zod";
import { mcp } from "@openapi-packages/mcp";
import * as module from "@openapi-packages/zod";
import { own, broken } from "./own.ts";`;

/** Runs `generate` with a configuration of these packages, in a project that has the emitters of this repository. */
async function generated(packages: string) {
  const cwd = temporaryFolder();
  const config = `${emitters}
export default { description: "openapi.yaml", out: "packages", scope: "@case", packages: ${packages} };
`;
  writeTree(cwd, {
    "openapi.yaml": description,
    "package.json": "{}\n",
    "openapi-packages.config.ts": config,
    "own.ts": `import { jsonFile } from "openapi-packages/emitter";
export const own = () => [jsonFile("own/one.json", 1)];
export const broken = () => { throw new Error("no scopes"); };
`,
  });
  // Node takes no TypeScript below node_modules, where links lead out of.
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"), "junction");
  const env = { ...process.env, NODE_OPTIONS: "--conditions=@openapi-packages/source" };
  const result = await runCli(["generate"], { cwd, env });
  const out = join(cwd, "packages");
  const paths = existsSync(out) ? Object.keys(readTree(out)) : [];
  return { ...result, folders: [...new Set(paths.map((path) => path.split("/")[0]))] };
}

const refused: Readonly<Record<string, readonly [packages: string, message: string]>> = {
  "zod without its call": [
    `["client", zod]`,
    "the emitter zod (packages[1]) failed: it gives a function, so it is what makes an emitter: call it in the list, zod()",
  ],
  "mcp without its call": [`[mcp]`, "(packages[0]) failed: it gives a function"],
  "a module": [
    `["client", module]`,
    "openapi-packages.config.ts: packages[1] is a module: import the emitter by its name, import { zod }, not import * as",
  ],
  "a member that a module has not": [
    `["client", zod(), module.zodd]`,
    "openapi-packages.config.ts: packages[2] is undefined: check for a misspelled import",
  ],
  "a promise": [`[import("./own.ts")]`, "packages[0] is a promise: write await before it"],
  "an emitter that throws": [
    `["client", broken]`,
    "the emitter broken (packages[1]) failed: no scopes",
  ],
  "an emitter twice": [
    `[zod(), zod()]`,
    "is written by zodSchemas (packages[0]) already; leave one of them out",
  ],
};

describe("the emitters of a configuration", () => {
  it("are ours, which are called, beside those of the user", async () => {
    const { code, stderr, folders } = await generated(`["types", zod(), mcp(), own]`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(folders).toEqual(["client", "contract", "mcp", "own", "zod"]);
  });

  it.for(Object.entries(refused))("are not %s", async ([, [packages, message]]) => {
    const { code, stderr, folders } = await generated(packages);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect({ code, folders }).toEqual({ code: 2, folders: [] });
  });
});
