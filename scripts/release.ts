/**
 * Publishes all packages: it builds, packs and checks them, then runs `changeset publish` with the tarballs. With
 * `--dry-run` it prints a table of their contents and sizes instead of publishing.
 *
 * Exit codes: 0 if published or ready, 1 if a check failed or the registry refused a package.
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

/** The URL of the repository in a run of GitHub Actions; `undefined` elsewhere. */
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
