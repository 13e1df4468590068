/**
 * Sets the next versions of the hand-written packages from all changesets, and updates the files that name them: the
 * lockfile, the dependency ranges of generated packages, and golden files.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { repositoryRoot } from "./repository.ts";

const bin = (...path: string[]): string => join(repositoryRoot, "node_modules", ...path);

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  execFileSync(program, args, {
    cwd: repositoryRoot,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
}

run(process.execPath, [bin("@changesets", "cli", "bin.js"), "version"]);
run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"]);
run("npm", ["run", "--silent", "generate"]);
run(process.execPath, [bin("vitest", "vitest.mjs"), "run", "--project", "golden"], {
  UPDATE_GOLDEN: "1",
});
run(process.execPath, [
  bin("prettier", "bin", "prettier.cjs"),
  "--write",
  "generator/DIAGNOSTICS.md",
]);
