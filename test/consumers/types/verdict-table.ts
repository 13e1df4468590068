import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../../scripts/repository.ts";
import { formatTable } from "../../bench/table.ts";
import type { Outcome } from "./check-combination.ts";
import { checks, compilers, resolutions, type Compiler } from "./combinations.ts";

/** What came of all combinations: a row for each compiler and resolution, a column for each check. */
export function verdictTable(outcomes: readonly Outcome[]): string {
  const rows = compilers.flatMap((compiler) =>
    resolutions
      .filter(({ versions }) => versions.includes(compiler.version))
      .map((resolution) => [
        `${exactVersion(compiler)}, \`${resolution.name}\``,
        ...checks.map((check) => {
          const found = outcomes.find(
            (one) =>
              one.check === check && one.compiler === compiler && one.resolution === resolution,
          );
          return found === undefined ? "" : cellOf(found);
        }),
      ]),
  );
  return formatTable(["TypeScript", ...checks.map(({ title }) => title)], rows);
}

function cellOf({ succeeded, verdict }: Outcome): string {
  if (!succeeded) return "fails";
  if (verdict === "needs import()") return "TS1479";
  return verdict === "compiles" ? "yes" : "declarations of others";
}

/** The version that is installed. */
export function exactVersion({ folder }: Compiler): string {
  const manifest = join(repositoryRoot, "node_modules", folder, "package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
