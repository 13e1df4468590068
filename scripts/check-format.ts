/**
 * Checks that all files are formatted. `npm run format` uses Prettier, but oxfmt, which formats generated code, is five
 * times as fast: so oxfmt checks all files, and Prettier only those that oxfmt would change.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repositoryRoot } from "./repository.ts";

const generator = createRequire(join(repositoryRoot, "generator", "package.json"));
const oxfmt = join(generator.resolve("oxfmt"), "..", "..", "bin", "oxfmt");
const prettier = join(repositoryRoot, "node_modules", "prettier", "bin", "prettier.cjs");

/** Runs a formatter in the repository. @returns its exit code and the paths of the files that it would change */
function list(formatter: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [formatter, "--list-different", ...args],
    { cwd: repositoryRoot, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  return { status, paths: stdout.split("\n").filter((path) => path !== ""), stderr };
}

const others = list(oxfmt);
// Exit code 1 means that files would change, 2 that some cannot be read.
if (others.status !== 0 && others.status !== 1) throw new Error(others.stderr);
const { status, paths, stderr } =
  others.paths.length === 0 ? others : list(prettier, "--", ...others.paths);
for (const path of paths) console.log(`${path}  not formatted: npm run format`);
console.log(`${paths.length} files are not formatted${stderr === "" ? "" : `\n${stderr}`}`);
process.exitCode = status ?? 1;
