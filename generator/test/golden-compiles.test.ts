import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { compilers } from "../../test/test-all.ts";
import { typeCheck } from "../../test/type-check.ts";
import { generate } from "../src/generate.ts";
import { scaffold } from "../src/scaffold/scaffold.ts";
import {
  caseNames,
  caseOptions,
  goldenFolder,
  node,
  printPackages,
  repository,
  writeTree,
} from "./support.ts";
import { samples } from "../../packages/compiler/test/compile/validator-samples.ts";

const run = promisify(execFile);

/** Within node_modules, so that the packages that generated ones depend on are found. */
const workspace = join(repository, "node_modules", ".cache", "golden-compiles");
const packages = ["contract", "client", "server", "mocks"];
const cases = caseNames(goldenFolder);

beforeAll(async () => {
  rmSync(workspace, { recursive: true, force: true });
  for (const name of cases) await installCase(name);
  const include = cases.flatMap((name) => [
    `${name}/handlers`,
    `${name}/promoted`,
    `${name}/alone`,
    `${name}/usage.ts`,
    ...packages.map((folder) => `${name}/${folder}/src`),
  ]);
  const configuration = { extends: join(repository, "tsconfig.json"), include, exclude: [] };
  writeFileSync(join(workspace, "tsconfig.json"), JSON.stringify(configuration));
});

/**
 * Each case is a workspace of its own: packages under its scope, handlers that use them, and its
 * `usage.ts`, where it has one, of what must compile and what must not. Beside them stands a client
 * alone in a folder, with a `client-usage.ts`.
 */
async function installCase(name: string): Promise<void> {
  const spec = join(goldenFolder, name, "description.yaml");
  const scope = `@${name}`;
  const options = caseOptions(join(goldenFolder, name));
  const files = await printPackages(spec, scope, options);
  writeTree(join(workspace, name), Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const root = join(workspace, name);
  const alone = join(root, "alone");
  const ofClient = { layout: "folder", packages: ["client"], formatter: "none" } as const;
  await generate({ spec, out: alone, ...ofClient, ...options });
  for (const [file, target] of [
    ["usage.ts", root],
    ["client-usage.ts", alone],
  ] as const) {
    const usage = join(goldenFolder, name, file);
    if (existsSync(usage)) copyFileSync(usage, join(target, file));
  }
  const all = { spec, scope, operations: [], tags: [], ...options };
  await scaffold({ ...all, out: join(root, "handlers") });
  // The same from the other templates, with what the mocks answer.
  const styles = { layout: "tag", template: "store" } as const;
  await scaffold({ ...all, ...styles, out: join(root, "promoted"), promote: true });
  const modules = join(workspace, "node_modules", scope);
  mkdirSync(modules, { recursive: true });
  for (const folder of packages) {
    symlinkSync(join("..", "..", name, folder), join(modules, folder), "dir");
  }
}

describe("generated packages and scaffolded handlers type-check", () => {
  it.for(compilers)("under %s", async (compiler) => {
    expect(await typeCheck(workspace, compiler)).toBe("");
  });
});

/** Loads compiled validators as a service would, and asks each for its verdict. */
const judge = `
  import { readdirSync } from "node:fs";
  import { validator as validatorOf } from "@openapi-packages/runtime/validation";
  const verdicts = [];
  for (const { name, validator, value } of JSON.parse(process.argv[1])) {
    const folder = "./" + name + "/contract/src/validators/";
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
    const modules = await Promise.all(files.map((file) => import(folder + file)));
    const [first, last] = validator.split(".");
    const found = Object.assign({}, ...modules)[first];
    const validate = last === undefined ? validatorOf(found) : found[last];
    verdicts.push(validate(value));
  }
  console.log(JSON.stringify(verdicts));
`;

describe("compiled validators", () => {
  it("accept what the description allows, and nothing else", async () => {
    const flags = ["--conditions=@openapi-packages/source", "--input-type=module", "--eval", judge];
    const { stdout } = await run(node, [...flags, JSON.stringify(samples)], { cwd: workspace });
    const verdicts = JSON.parse(stdout) as boolean[];
    const told = samples.map((sample, index) => ({ ...sample, isValid: verdicts[index] }));
    expect(told).toEqual(samples);
  });
});
