import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeSection } from "../../../test/marked-section.ts";
import { apiChangeKinds } from "../../src/surface/api-change.ts";
import { isUpdate, repository } from "../support.ts";

it("has a table of its kinds in docs/diff.md", async () => {
  const rows = Object.entries(apiChangeKinds).map(([code, what]) => `| \`${code}\` | ${what} |`);
  const table = ["| code | what |", "| --- | --- |", ...rows].join("\n");
  if (isUpdate) await writeSection("docs/diff.md", "api", table);
  const page = readFileSync(join(repository, "docs", "diff.md"), "utf8");
  expect(page.replace(/ +/g, " ")).toContain(rows.join("\n"));
});
