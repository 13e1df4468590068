/**
 * Generates the packages of any descriptions and calls every mock: `node test/descriptions/try.ts
 * openapi.yaml …`. Prints a line for each description, and what keeps mocks from an answer.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DiagnosticsError,
  formatDiagnostics,
} from "../../packages/description/src/diagnostics/diagnostics.ts";
import { install, node, prepareWorkspace } from "./install.ts";
import type { Verdict } from "./mock-case.ts";

const workspace = mkdtempSync(join(tmpdir(), "openapi-packages-try-"));
try {
  prepareWorkspace(workspace);
  for (const [index, description] of process.argv.slice(2).entries())
    await tryOne(`description-${index}`, description);
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

async function tryOne(name: string, description: string): Promise<void> {
  const start = performance.now();
  try {
    const { folder, operations, diagnostics } = await install(workspace, name, description);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new DiagnosticsError(errors);
    const verdicts = exercise(folder);
    const refused = verdicts.filter(({ reason }) => reason !== undefined);
    const valid = verdicts.length - refused.length;
    console.log(
      `${description}: ${operations} operations, ${seconds} s, ${diagnostics.length} warnings, ${valid} mocks valid`,
    );
    for (const { id, reason } of refused) console.log(`    ${id}: ${reason}`);
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    console.log(`${description}: refused\n${formatDiagnostics(error.diagnostics)}`);
  }
}

function exercise(folder: string): readonly Verdict[] {
  const program = join(import.meta.dirname, "exercise.ts");
  const flags = ["--conditions=@openapi-packages/source", program, folder];
  const said = execFileSync(node, flags, { encoding: "utf8", maxBuffer: 2 ** 28 });
  return JSON.parse(said.trim()) as Verdict[];
}
