import type { Finding } from "../repository.ts";
import type { NavigationPage } from "./navigation.ts";

const table = "scripts/docs/navigation.ts";

/**
 * Checks that each page of the navigation exists and is listed once, and that no page of `docs` is missing.
 *
 * @param rows - the pages of the navigation
 * @param files - the Markdown files of the repository
 */
export function checkNavigation(
  rows: readonly NavigationPage[],
  files: readonly string[],
): Finding[] {
  const findings: Finding[] = [];
  const report = (path: string, rule: string, message: string) =>
    findings.push({ path, line: 1, rule, message });
  const sources = new Set(rows.map(({ source }) => source));
  for (const path of files)
    if (/^docs\/[^/]+\.md$/.test(path) && !sources.has(path))
      report(path, "navigation", `is not in the navigation: add it to ${table}`);
  for (const { source } of rows)
    if (!files.includes(source)) report(table, "navigation", `${source} does not exist`);
  for (const key of ["source", "path"] as const)
    for (const [value, same] of Map.groupBy(rows, (row) => row[key]))
      if (same.length > 1)
        report(table, "navigation", `${value} stands there ${same.length} times`);
  return findings;
}
