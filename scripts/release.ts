/**
 * Publishes all packages: builds, packs and checks them, then `changeset publish` for what it packed. With `--dry-run` it ends before that,
 * with a table of their contents and sizes.
 *
 * Exit codes: 0, published or ready; 1, a package that is not to be published, or that the registry refused.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSection } from "../test/marked-section.ts";
import { prepareRelease } from "./release/prepare.ts";
import { publishAll } from "./release/publish.ts";
import { contentsTable } from "./release/table.ts";
import { repositoryRoot } from "./repository.ts";

const { values } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    table: { type: "string" },
    repository: { type: "string" },
  },
});

/** The repository that a build of GitHub Actions runs in. */
function builtIn(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = process.env;
  return server === undefined || path === undefined ? undefined : `git+${server}/${path}.git`;
}

const folder = join(repositoryRoot, "node_modules", ".cache", "release", "tarballs");
const { tarballs, findings } = await prepareRelease(folder, values.repository ?? builtIn());
const table = contentsTable(tarballs);
console.log(table);
if (values.table !== undefined) await writeSection(values.table, "contents", table);
for (const finding of findings) console.log(finding);
if (findings.length > 0) process.exitCode = 1;
else if (values["dry-run"]) console.log(`${tarballs.length} packages, ready to be published`);
else process.exitCode = await publishAll(tarballs, folder, repositoryRoot);
