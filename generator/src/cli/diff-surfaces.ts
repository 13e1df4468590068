import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExplainedApiChange } from "../api-report/declared-breaks.ts";
import { reportFolder, reportPath } from "../api-report/report-path.ts";
import type { ApiReport } from "../api-report/report-file.ts";
import type { Change } from "../diff/change-types.ts";
import type { GenerateOptions } from "../generate-types.ts";
import { GitFiles } from "../load/revision/git-files.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import type { ReadDescription, Side } from "./diff-sides.ts";
import type { Job } from "./jobs.ts";
import type { OptionValues } from "./options/option-table.ts";

/** What API reports say of the generated packages at both sides. */
export interface ComparedSurfaces {
  /** The folder of the packages, as the command line has it. */
  readonly out: string;
  readonly changes: readonly ExplainedApiChange[];
  /** True where reports are not those of the descriptions, so that what is generated of these was compared too. */
  readonly areStale?: true;
  /** Why they were not compared; left out where they were. */
  readonly note?: string;
}

/**
 * Compares the API reports of the generated packages, those of a revision as they were committed, those of a file as
 * they are in the work tree; `undefined` where neither side has any. Where a change of the description breaks who compiles, and
 * no report shows it, the packages were not generated since: then what both descriptions would give is compared too.
 *
 * @param options how both are generated, where they are
 * @throws {UsageError} when the folder of the packages is in no repository
 */
export async function comparedSurfaces(
  { out, layout }: Job,
  changes: readonly Change[],
  base: Side,
  head: Side,
  options: () => GenerateOptions,
): Promise<ComparedSurfaces | undefined> {
  // A file of an earlier time has no packages beside it.
  if (out === undefined || layout === "folder" || base.revision === undefined) return undefined;
  const [before, after] = [reportTexts(out, base.revision), reportTexts(out, head.revision)];
  if (before.size + after.size === 0) return undefined;
  for (const [side, texts] of [
    [base, before],
    [head, after],
  ] as const)
    if (texts.size === 0)
      return { out, changes: [], note: `${side.name} has no API reports in ${out}` };
  const [{ readReport }, { Surface }, { compareSurfaces }, { explainedChanges }] =
    await Promise.all([
      import("../api-report/report-file.ts"),
      import("../api-report/surface.ts"),
      import("../api-report/compare-surfaces.ts"),
      import("../api-report/declared-breaks.ts"),
    ]);
  const surfaceOf = (texts: ReadonlyMap<string, string>) => {
    const reports = [...texts].map(([folder, text]) => readReport(folder, text));
    return new Surface(reports.filter((one): one is ApiReport => one !== undefined));
  };
  const found = isSame(before, after)
    ? []
    : explainedChanges(compareSurfaces(surfaceOf(before), surfaceOf(after)), changes);
  if (!isUnshown(changes, found)) return { out, changes: found };
  const [one, other] = [
    surfaceOf(await generatedTexts(options(), base.read, before.keys())),
    surfaceOf(await generatedTexts(options(), head.read, before.keys())),
  ];
  const known = new Set(found.map(placeOf));
  const names = new Map(
    surfaceOf(before).reports.map((report) => [report.folder, report.packageName]),
  );
  const missing = explainedChanges(compareSurfaces(one, other), changes).flatMap((change) =>
    known.has(placeOf(change))
      ? []
      : [{ ...change, packageName: names.get(change.folder) ?? change.packageName }],
  );
  if (missing.length === 0) return { out, changes: found };
  return { out, changes: [...found, ...missing], areStale: true };
}

/** True where a change breaks who compiles, and no report shows that it does. */
function isUnshown(changes: readonly Change[], found: readonly ExplainedApiChange[]): boolean {
  const shown = new Set(found.flatMap(({ declaredBy }) => declaredBy));
  return changes.some(({ code, verdicts }) => verdicts.compile === "breaking" && !shown.has(code));
}

const placeOf = ({ folder, name, member, code }: ExplainedApiChange): string =>
  JSON.stringify([folder, name, member, code]);

/** The API reports that a description would give, of some folders. */
async function generatedTexts(
  options: GenerateOptions,
  { document }: ReadDescription,
  folders: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const [{ generateSources }, { makeReports }, { loadCompiler }] = await Promise.all([
    import("../impact/generated-sources.ts"),
    import("../api-report/make-reports.ts"),
    import("../print/compile-module.ts"),
  ]);
  const sources = await generateSources(document, options);
  const printed = sources.paths.map((path): PrintedFile => {
    const ownKeys = path.endsWith("/package.json")
      ? sources.packageKeys(path.slice(0, path.indexOf("/")))
      : undefined;
    return { path, text: sources.read(path) ?? "", ...(ownKeys && { ownKeys }) };
  });
  const reports = await makeReports(printed, loadCompiler);
  const wanted = new Set([...folders].map(reportPath));
  return new Map(
    reports.flatMap(({ path, text }) =>
      wanted.has(path) ? [[reportFolder(path) ?? "", text] as const] : [],
    ),
  );
}

/** True if surfaces have changes that a level of `--fail-on` names: undeclared breaks are named by each. */
export function surfaceFails(
  surface: ComparedSurfaces | undefined,
  failOn: OptionValues["failOn"],
): boolean {
  if (failOn === undefined || surface === undefined) return false;
  return surface.changes.some(({ verdicts: { callers, handlers }, declaredBy }) => {
    if (failOn === "any") return true;
    const isBroken = callers === "breaking" || (failOn !== "callers" && handlers === "breaking");
    return isBroken && declaredBy.length === 0;
  });
}

/** The texts of API reports by the folders of their packages, at a revision or, without one, in the work tree. */
function reportTexts(out: string, revision: string | undefined): ReadonlyMap<string, string> {
  const texts = revision === undefined ? workTreeTexts(out) : revisionTexts(out, revision);
  return new Map([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function workTreeTexts(out: string): ReadonlyMap<string, string> {
  const folders = existsSync(out) ? readdirSync(out) : [];
  const found = folders.flatMap((folder) => {
    const path = join(out, reportPath(folder));
    return existsSync(path) ? [[folder, readFileSync(path, "utf8")] as const] : [];
  });
  return new Map(found);
}

function revisionTexts(out: string, revision: string): ReadonlyMap<string, string> {
  const git = new GitFiles(process.cwd());
  const start = git.pathOf(out);
  const files = git.files(git.commitOf(revision));
  const folders = new Map(
    [...files.keys()].flatMap((path) => {
      const folder = path.startsWith(start) ? reportFolder(path.slice(start.length)) : undefined;
      return folder === undefined ? [] : [[path, folder] as const];
    }),
  );
  const texts = git.texts(files, [...folders.keys()]);
  return new Map([...texts].map(([path, text]) => [folders.get(path) ?? "", text]));
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([folder, text]) => other.get(folder) === text);
