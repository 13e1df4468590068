/**
 * Edits this repository's description in many ways and holds what `openapi-packages diff` says of each against what then breaks
 * in a small project: its callers and handlers are generated for, compiled and run. Writes the table in docs/diff.md and the
 * figure of it, and exits with 1 where the two are not the same.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFigures } from "../../scripts/figures/write-figures.ts";
import { writeSection } from "../marked-section.ts";
import { brokenBy, disagreements, gravest, placesSaid, type Broken } from "./agreement.ts";
import {
  compile,
  measureEdit,
  runCallers,
  writeSide,
  type Measured,
  type Subject,
} from "./measure-edit.ts";
import { ownEdits, writeOwn, type OwnEdit } from "./own-edits.ts";

const subject: Subject = {
  write: writeOwn,
  entry: "openapi.yaml",
  app: join(import.meta.dirname, "project"),
  options: ["--scope", "@genai-app"],
  scope: "@genai-app",
};

const folder = mkdtempSync(join(tmpdir(), "measure-"));
try {
  const base = join(folder, "base");
  await writeSide(base, subject, () => {});
  const before = await runCallers(base, base, {});
  const calls = Object.keys(before.atHandlers.returned).length;
  const wrong = [
    ...(await compile(base)),
    ...Object.entries({ ...before.atMock.failed, ...before.atHandlers.failed }),
  ];
  if (wrong.length > 0) throw new Error(`the project fails before any edit: ${wrong.join(", ")}`);
  const rows: string[] = [];
  let breaking = 0;
  for (const [index, edit] of ownEdits.entries()) {
    const head = join(folder, `head${index}`);
    await writeSide(head, subject, edit.edit);
    const measured = await measureEdit(base, head, subject, edit.answers);
    const broken = brokenBy(measured, before.atHandlers);
    rows.push(rowOf(edit, measured, broken, calls));
    if (Object.values(broken).some(({ length }) => length > 0)) breaking += 1;
    console.log(rows.at(-1));
    for (const one of disagreements(measured, broken, edit.unused)) {
      console.error(`${edit.name}: ${one}`);
      process.exitCode = 1;
    }
    rmSync(head, { recursive: true });
  }
  const head = "| edit | `diff`: compiling, running, handlers | lines named | what broke |";
  const table = [head, "| --- | --- | --- | --- |", ...rows].join("\n");
  if (process.exitCode === undefined) {
    await writeSection("docs/diff.md", "edits", table);
    await writeFigure(rows.length, breaking, calls);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** The command fails before it comes here if `diff` misses one. */
async function writeFigure(edits: number, breaking: number, calls: number): Promise<void> {
  const sentence = `Of ${edits} edits of a description, ${breaking} break a small project. \`diff\` says so of each beforehand, and names each line that no longer compiles.`;
  await writeFigures(
    "edits",
    { "docs/figures.md": sentence, "docs/README.md": sentence },
    {
      reading: undefined,
      measured: `lines that do not compile, and ${calls} calls to a mock and to handlers`,
      runs: "one run of each edit",
      peers: [],
      leftOut: "edits that are not in the table of `docs/diff.md`, and other tools",
    },
  );
}

function rowOf(
  { name, unused = {} }: OwnEdit,
  measured: Measured,
  broken: Broken,
  calls: number,
): string {
  const { compile: compiling, run, handlers } = gravest(measured.changes);
  const said = placesSaid(measured);
  const inHandlers = said.filter((place) => place.startsWith("app/handlers/")).length;
  const files = new Set(
    measured.changes.flatMap(({ handlerFiles }) =>
      handlerFiles.map(({ file, line }) => `${file}:${line}`),
    ),
  );
  const named = [
    ...amount(said.length - inHandlers, "of callers"),
    ...amount(inHandlers, "of handlers"),
    ...amount(files.size, "where handlers begin"),
  ];
  const seen = [
    ...amount(broken.compile.length, "lines of callers do not compile"),
    ...(broken.run.length > 0 ? [`${broken.run.length} of ${calls} callers fail`] : []),
    ...handlersSeen(broken, calls),
    ...Object.values(unused),
  ];
  const cells = [name, `${compiling}, ${run}, ${handlers}`, named.join(", "), seen.join("; ")];
  return `| ${cells.map((cell) => cell || "nothing").join(" | ")} |`;
}

function handlersSeen({ handlers }: Broken, total: number): readonly string[] {
  const lines = handlers.filter((place) => place.startsWith("app/handlers/")).length;
  const calls = handlers.length - lines;
  return [
    ...amount(lines, "lines of handlers do not compile"),
    ...(calls > 0
      ? [`${calls} of ${total} calls fail at the handlers or give something else`]
      : []),
  ];
}

function amount(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
