import { relative } from "node:path";
import type { Change } from "../../changes/diff/change-types.ts";
import { diffDescriptions } from "../../changes/diff/diff-descriptions.ts";
import type { CompiledImpact, HandlerPlace } from "../../changes/impact/impact-types.ts";
import { judgedFor } from "../../changes/diff/judged-for.ts";
import { diffReports } from "./diff-report.ts";
import { allErrors } from "./diff-report/diff-words.ts";
import { readSides, type ReadDescription } from "./diff-sides.ts";
import { comparedSurfaces, surfaceFails } from "./diff-surfaces.ts";
import type { Job } from "@openapi-packages/cli/jobs";
import { parseOptions } from "@openapi-packages/cli/options/parse-options";
import { existingHandlers, named, sourceOptions } from "../source-options.ts";

/** Runs the command `diff` and returns its exit code. */
export async function runDiff(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("diff", args);
  const { job, before, after } = await readSides("diff", values, positionals);
  const changes = diffDescriptions(before.read, after.read);
  const compiled = await compiledWith(job, changes, before.read, after.read);
  const handlersOf = await handlerFiles(job);
  const judged = judgedFor(changes, job.stability);
  const impacted = judged.map((change, index) => ({
    ...change,
    errors: compiled?.byChange.get(index) ?? [],
    handlerFiles: handlersOf(change),
  }));
  const surface = await comparedSurfaces(job, changes, before, after, () =>
    sourceOptions(named(job)),
  );
  const report = diffReports[job.changesFormat ?? "pretty"];
  const sides = { base: before.name, head: after.name };
  process.stdout.write(
    report({ ...sides, changes: impacted, compiled, surface, stability: job.stability }),
  );
  const isFailed = fails(judged, compiled, job) || surfaceFails(surface, job.failOn);
  return isFailed ? 1 : 0;
}

/** Compiles the projects that `--project` names with both descriptions; `undefined` without any. */
async function compiledWith(
  job: Job,
  changes: readonly Change[],
  { document: base }: ReadDescription,
  { document: head }: ReadDescription,
): Promise<CompiledImpact | undefined> {
  const { projects, out } = job;
  if (projects === undefined) return undefined;
  const options = sourceOptions(job);
  // Loads a compiler, which only projects need.
  const { compileImpact } = await import("../../changes/impact/compile-impact.ts");
  return compileImpact({ base, head, changes, options, out, projects });
}

async function handlerFiles(job: Job): Promise<(change: Change) => readonly HandlerPlace[]> {
  const folder = existingHandlers(job);
  if (folder === undefined) return () => [];
  const { handlerFinder } = await import("../../changes/impact/handler-places.ts");
  return handlerFinder(folder);
}

function fails(
  changes: readonly Change[],
  compiled: CompiledImpact | undefined,
  job: Job,
): boolean {
  const { failOn } = job;
  if (failOn === undefined || failOn === "undeclared") return false;
  const handlers = job["scaffold.out"];
  const isHandler = (file: string): boolean =>
    handlers !== undefined && !relative(handlers, file).startsWith("..");
  const errors = compiled === undefined ? [] : allErrors(compiled);
  if (errors.some(({ file }) => failOn !== "callers" || !isHandler(file))) return true;
  return changes.some(({ verdicts: { compile, run, handlers: ofHandlers } }) => {
    if (failOn === "any") return true;
    const isForCallers = compile === "breaking" || run === "breaking";
    return isForCallers || (failOn === "breaking" && ofHandlers === "breaking");
  });
}
