/**
 * What `verifyCompatibility` says of typical changes, beside what `redocly diff` of @redocly/cli says: the table in the README
 * of packages/verify, which is written anew.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyCompatibility, type VerifyReport } from "@openapi-packages/verify";
import { writeSection } from "../../marked-section.ts";
import { base, history } from "./history.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const redocly = join(root, "node_modules", "@redocly", "cli", "bin", "cli.js");

interface Difference {
  readonly bump: string;
  readonly changes: readonly {
    readonly verdicts: readonly { readonly ruleId: string; readonly impact: string }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), "history-"));
try {
  const earlier = join(folder, "base.yaml");
  const later = join(folder, "head.yaml");
  writeFileSync(earlier, base);
  const rows: string[] = [];
  for (const { name, head } of history) {
    writeFileSync(later, head);
    const said = await Promise.all(
      (["backward", "forward"] as const).map(async (compatibility) =>
        words(await verifyCompatibility({ base: earlier, head: later, compatibility })),
      ),
    );
    rows.push(`| ${name} | ${said.join(" | ")} | ${differenceOf(earlier, later)} |`);
  }
  const head = "| change | earlier clients | earlier server | `redocly diff` |";
  const table = [head, "| --- | --- | --- | --- |", ...rows].join("\n");
  await writeSection("packages/verify/README.md", "history", table);
} finally {
  rmSync(folder, { recursive: true });
}

/** `break: an answer`, or that calls go on. */
function words({ failures }: VerifyReport): string {
  const kinds = new Set(failures.map(({ check }) => check.replace("incompatible-", "")));
  return kinds.size === 0 ? "go on" : `**break**: ${[...kinds].join(", ")}`;
}

function differenceOf(earlier: string, later: string): string {
  const args = [redocly, "diff", earlier, later, "--format", "json", "--fail-on", "none"];
  // Its rules are those that it has by default, not those of this repository.
  const output = execFileSync(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { bump, changes } = JSON.parse(output.toString()) as Difference;
  const rules = new Set(changes.flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId)));
  return [bump || "none", ...(rules.size > 0 ? [`(${[...rules].join(", ")})`] : [])].join(" ");
}
