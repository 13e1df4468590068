import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changeKinds } from "../../../src/changes/diff/change-kinds.ts";
import { isUpdate, repository } from "../../support.ts";

const page = join(repository, "docs", "diff.md");
const [begin, end] = ["<!-- kinds: ", "<!-- end of kinds -->"];

it("are all in their table in docs/diff.md, with their verdicts", () => {
  const rows = [...changeKinds].map(([code, { what, compile, run, handlers }]) => [
    `\`${code}\``,
    what,
    compile,
    run,
    handlers,
  ]);
  const head = ["code", "what", "callers, compiling", "callers, running", "handlers"];
  const text = readFileSync(page, "utf8");
  const start = text.indexOf("\n", text.indexOf(begin)) + 1;
  const stop = text.indexOf(end);
  if (isUpdate) {
    const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
    writeFileSync(page, `${text.slice(0, start)}\n${lines.join("\n")}\n\n${text.slice(stop)}`);
    return;
  }
  const written = text.slice(start, stop).trim().split("\n");
  const cells = written.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect([cells[0], ...cells.slice(2)]).toEqual([head, ...rows]);
});
