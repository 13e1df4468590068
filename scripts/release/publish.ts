import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { prerelease } from "semver";
import { repositoryRoot } from "../repository.ts";
import type { Tarball } from "./tarball.ts";

const changesets = join(repositoryRoot, "node_modules", "@changesets", "cli", "bin.js");

/**
 * Publishes tarballs with `changeset publish` in the order given. The tag is `latest`, or `next` for `1.0.0-next.0`.
 * Versions that the registry has already are skipped, so a failed release can be run again.
 *
 * @param folder the folder of the tarballs
 * @param cwd the root of the workspace of the packages, where npm reads its configuration
 * @returns the exit code of the command
 */
export function publishAll(
  tarballs: readonly Tarball[],
  folder: string,
  cwd: string,
): Promise<number> {
  const plan = tarballs.map(({ name, version, file }) => {
    const [tag = "latest"] = prerelease(version) ?? [];
    const tarball = { path: basename(file) };
    return [{ kind: "publish", name, version, access: "public", tag: String(tag), tarball }];
  });
  writeFileSync(join(folder, "publish-plan.json"), JSON.stringify({ version: 1, plan }));
  const args = [changesets, "publish", "--from-pack-dir", folder, "--no-git-tag"];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
