import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { DiagnosticsError, uniqueDiagnostics } from "../diagnostics.ts";
import type { Change, ComparedDescription } from "../diff/change-types.ts";
import { diffDescriptions } from "../diff/diff-descriptions.ts";
import type { CompiledImpact, HandlerPlace } from "../impact/impact-types.ts";
import { loadDocument, type OpenApiDocument } from "../load/load-document.ts";
import type { LoadOptions } from "../load/load-options.ts";
import { isUrl } from "../load/read/source-names.ts";
import { GitFiles } from "../load/revision/git-files.ts";
import {
  isFile,
  readRevision,
  revisionPath,
  type RevisionPlace,
} from "../load/revision/read-revision.ts";
import { buildApiModel } from "../model/build-api-model.ts";
import { withoutOverflow } from "../overflow.ts";
import { recordName } from "../scaffold/record.ts";
import { UsageError } from "../usage-error.ts";
import { openRemoteCache } from "../write/remote-cache.ts";
import { loadOptions } from "./command-arguments.ts";
import { findConfig } from "./config/find-config.ts";
import { allErrors, diffReports } from "./diff-report.ts";
import { comparedSurfaces, surfaceFails } from "./diff-surfaces.ts";
import { argumentsReader, givenDescription, type Job } from "./jobs.ts";
import type { OptionValues } from "./options/option-table.ts";
import { parseOptions } from "./options/parse-options.ts";
import { generateOptions } from "./run-generate.ts";

/** `diff`: answers the exit code. */
export async function runDiff(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("diff", args);
  const [base, ...rest] = positionals;
  if (base === undefined)
    throw new UsageError("say what is compared: diff main, or diff earlier.yaml openapi.yaml");
  const head = givenDescription(values, rest) ?? workTreeFile(base, values);
  const given = { ...values, ...(head === undefined ? {} : { description: head }) };
  const read = argumentsReader("diff", () => ({ values: given, positionals: [] }));
  const [job, another] = await read();
  if (job === undefined || another !== undefined)
    throw new UsageError(
      `say which description is compared with ${base}: diff ${base} openapi.yaml`,
    );
  const [before, after] = await readBoth(base, job);
  const changes = diffDescriptions(before.read, after.read);
  const compiled = await compiledWith(job, changes, before.read, after.read);
  const handlersOf = await handlerFiles(job);
  const impacted = changes.map((change, index) => ({
    ...change,
    errors: compiled?.byChange.get(index) ?? [],
    handlerFiles: handlersOf(change),
  }));
  const surface = await comparedSurfaces(job, changes, before, after);
  const report = diffReports[values.changesFormat ?? "pretty"];
  const sides = { base: before.name, head: after.name };
  process.stdout.write(report({ ...sides, changes: impacted, compiled, surface }));
  const isFailed = fails(changes, compiled, job) || surfaceFails(surface, job.failOn);
  return isFailed ? 1 : 0;
}

/** What the compiler says of the projects that are named; `undefined` where none are. */
async function compiledWith(
  job: Job,
  changes: readonly Change[],
  { document: base }: ReadDescription,
  { document: head }: ReadDescription,
): Promise<CompiledImpact | undefined> {
  const { projects, out } = job;
  if (projects === undefined) return undefined;
  // Packages that are installed only are in no folder that is written.
  const options = generateOptions(
    job.layout === "folder" || out !== undefined ? job : { ...job, out: "." },
  );
  // Loaded here, so that nobody pays for a compiler who names no project.
  const { compileImpact } = await import("../impact/compile-impact.ts");
  return compileImpact({ base, head, changes, options, out, projects });
}

async function handlerFiles(job: Job): Promise<(change: Change) => readonly HandlerPlace[]> {
  const folder = job.handlers ?? job["scaffold.out"];
  const isNamed = job.handlers !== undefined;
  if (folder === undefined || !(isNamed || existsSync(join(folder, recordName)))) return () => [];
  const { handlerFinder } = await import("../impact/handler-places.ts");
  return handlerFinder(folder);
}

function fails(
  changes: readonly Change[],
  compiled: CompiledImpact | undefined,
  job: Job,
): boolean {
  const { failOn } = job;
  if (failOn === undefined || failOn === "undeclared") return false;
  const handlers = job.handlers ?? job["scaffold.out"];
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

/**
 * The later description, where nobody names it: the file in the work tree that the earlier one names with its revision;
 * `undefined` where a configuration has one.
 */
function workTreeFile(base: string, values: OptionValues): string | undefined {
  if (isUrl(base) || isFile(base)) return undefined;
  const path = revisionPath(base);
  if (path !== undefined)
    return relative(process.cwd(), resolve(new GitFiles(process.cwd()).root, path));
  if (findConfig(values.config, process.cwd()) !== undefined) return undefined;
  throw new UsageError(`say which description is compared with ${base}: diff ${base} openapi.yaml`);
}

/** A description that is compared and, for projects of the user's, generated from. */
interface ReadDescription extends ComparedDescription {
  readonly document: OpenApiDocument;
}

/** A description that is compared, and what reports call it. */
interface Side {
  readonly name: string;
  readonly read: ReadDescription;
  /** The revision of git that it was read at; `undefined` of files and URLs. */
  readonly revision?: string;
}

async function readBoth(base: string, job: Job): Promise<readonly [before: Side, after: Side]> {
  const load = { ...loadOptions(job), cache: openRemoteCache(process.cwd()) };
  const { description: head } = job;
  const file = [head, base].find((path) => !isUrl(path) && isFile(path));
  const place = file === undefined ? pathPlace(head, base) : filePlace(file);
  return [await readSide(base, place, load), await readSide(head, place, load)];
}

const filePlace = (file: string): RevisionPlace => ({
  folder: dirname(resolve(file)),
  file: resolve(file),
});

/** Where both are revisions: the path of one stands for both. */
function pathPlace(...sides: readonly string[]): RevisionPlace {
  const folder = process.cwd();
  const path = sides.map(revisionPath).find((one) => one !== undefined);
  return path === undefined || sides.some(isUrl)
    ? { folder }
    : { folder, file: resolve(new GitFiles(folder).root, path) };
}

async function readSide(name: string, place: RevisionPlace, load: LoadOptions): Promise<Side> {
  const read = (path: string): Promise<ReadDescription> => readCompared(path, load);
  if (isUrl(name) || isFile(name) || name === "-") return { name, read: await read(name) };
  const { release, name: revision, read: found } = await readRevision(name, place, read);
  const named = release === undefined ? name : `npm:${release.name}@${release.version}`;
  return { name: named, read: found, revision };
}

async function readCompared(path: string, load: LoadOptions): Promise<ReadDescription> {
  try {
    const document = await loadDocument(path, load);
    const { model, diagnostics } = buildApiModel(document, false);
    const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
    if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);
    return { model, document, locate: (pointer) => document.locate(pointer) };
  } catch (error) {
    throw withoutOverflow(error, path);
  }
}
