/**
 * Runs program.ts in the runtimes that packages promise to run in, against a mock over HTTP, lets each Node `require` what is
 * packed, and writes what came of it into `docs/runtimes.md`. Runtimes are pinned in a folder of their own and installed on first use.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatTable } from "../bench/table.ts";
import { writeSection } from "../marked-section.ts";
import { preparePrograms } from "./prepare.ts";
import { makeCommonJs } from "./require-packages.ts";
import { allRuntimes, expectedOf, type Told } from "./runtimes.ts";
import { startService } from "./server.ts";
import { transcript } from "./transcript.ts";

const here = import.meta.dirname;
if (!existsSync(join(here, "node_modules", ".package-lock.json")))
  execFileSync("npm", ["install"], { cwd: here, stdio: "inherit" });
const programs = await preparePrograms();
const commonJs = makeCommonJs();
const steps = Object.keys(transcript);
const rows: string[][] = [];
let [passed, failed] = [0, 0];

function tell(name: string, step: string, told: string | undefined, expected: string): string {
  if (told === expected) {
    passed += 1;
    return expected === (transcript[step] ?? expected) ? "yes" : "no";
  }
  failed += 1;
  console.log(`FAILED  ${name}, ${step}: ${told ?? "nothing"}\n  expected: ${expected}`);
  return "fails";
}

for (const runtime of allRuntimes()) {
  const name = `${runtime.name} (${runtime.version()})`;
  const service = await startService(programs.description);
  const told: Told = await runtime.run(programs, service.url).catch((error: unknown) => {
    console.log(String(error));
    return {};
  });
  await service.close();
  const expected = expectedOf(runtime);
  const cells = steps.map((step) => tell(name, step, told[step], expected[step] ?? ""));
  const required =
    runtime.node === undefined
      ? ""
      : tell(name, "require", commonJs.run(runtime.node), commonJs.expected);
  rows.push([name, ...cells, required]);
  console.log(`        ${name}: ${cells.filter((cell) => cell === "yes").length} steps`);
}
commonJs.dispose();
const table = formatTable(["", ...steps, "`require` of what is packed"], rows);
await writeSection("docs/runtimes.md", "runtimes", table);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
