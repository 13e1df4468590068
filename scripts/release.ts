/**
 * Publishes all packages: builds, packs and checks them, then `npm publish` for each that the registry does not have, in the order of
 * their dependencies. With `--dry-run` it ends before that, with a table of their contents and sizes.
 *
 * Exit codes: 0, published or ready; 1, a package that is not to be published, or that the registry refused; 2, arguments, a tree
 * with changes, or a build without provenance.
 */
import { join } from "node:path";
import { writeSection } from "../test/marked-section.ts";
import { prepareRelease } from "./release/prepare.ts";
import { publishAll } from "./release/publish.ts";
import { releasedPackages } from "./release/released-packages.ts";
import { checkCanPublish, ReleaseError, releaseOptions } from "./release/release-options.ts";
import { run } from "./release/run.ts";
import { contentsTable } from "./release/table.ts";
import { repositoryRoot } from "./repository.ts";

async function release(args: readonly string[]): Promise<number> {
  const options = releaseOptions(args, process.env);
  if (!options.dryRun) {
    const changes = run(repositoryRoot, "git", "status", "--porcelain");
    const manifests = releasedPackages().map(({ manifest }) => manifest);
    checkCanPublish(options, manifests, changes, process.env);
  }
  const folder = join(repositoryRoot, "node_modules", ".cache", "release", "tarballs");
  const { tarballs, findings } = await prepareRelease(folder, options.repository);
  const table = contentsTable(tarballs);
  console.log(table);
  if (options.table !== undefined) await writeSection(options.table, "contents", table);
  for (const finding of findings) console.log(finding);
  if (findings.length > 0) return 1;
  if (options.dryRun) {
    console.log(`${tarballs.length} packages, ready to be published`);
    if (options.repository === undefined)
      console.log("the repository's address is not known here; publishing needs it for provenance");
    return 0;
  }
  await publishAll(tarballs, { ...options, cwd: repositoryRoot, log: (line) => console.log(line) });
  return 0;
}

try {
  process.exitCode = await release(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof ReleaseError ? 2 : 1;
}
