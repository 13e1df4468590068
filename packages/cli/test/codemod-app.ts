import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  node,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    lib: ["ESNext", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: ["node"],
    customConditions: ["@openapi-packages/source"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  include: ["src"],
};

/** The options of commands for an application of these tests. */
export const folderOptions = ["openapi.yaml", "--layout", "folder", "--out", "src/api"];

/** Writes an application with its description, its generated client and the libraries that both import. */
export async function codemodApp(
  description: string,
  sources: Readonly<Record<string, string>>,
  libraries: readonly string[] = [],
  packages = "client",
): Promise<string> {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "openapi.yaml": description,
    "package.json": JSON.stringify({ name: "app", type: "module", private: true }),
    "tsconfig.json": JSON.stringify(tsconfig),
    ...sources,
  });
  mkdirSync(join(cwd, "node_modules"));
  for (const name of ["@openapi-packages", "@types", ...libraries])
    symlinkSync(join(repository, "node_modules", name), join(cwd, "node_modules", name), "dir");
  const options = ["--packages", packages, "--formatter", "none"];
  const { code, stderr } = await runCli(["generate", ...folderOptions, ...options], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  return cwd;
}

/** Returns what TypeScript says of an application. */
export const compiled = (cwd: string): string =>
  spawnSync(node, [join(repository, "node_modules", "typescript-7", "bin", "tsc"), "-p", cwd], {
    encoding: "utf8",
  }).stdout;

/** Returns the places that a codemod lists by a label, each with what it says of it. */
export const listed = (stdout: string, label: "left alone" | "review"): readonly string[] =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith(`${label}: `))
    .map((line) => line.slice(`${label}: src/`.length));

/** Runs `src/app.ts`, and returns the JSON that it prints. */
export function run(cwd: string): unknown {
  const { stdout, stderr } = spawnSync(
    node,
    ["--conditions=@openapi-packages/source", join(cwd, "src", "app.ts")],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}
