import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../changes/diff/change-types.ts";
import type { GenerateOptions } from "../../generate-types.ts";
import { GitFiles } from "@openapi-packages/description/load/revision/git-files";
import type { ExplainedApiChange } from "../../changes/surface/declared-breaks.ts";
import type { SurfaceFiles } from "../../surface/package-surface.ts";
import { listFiles } from "../../write/list-files.ts";
import { manifestName } from "../../write/manifest.ts";
import { readNormalized } from "@openapi-packages/description/files/file-contents";
import type { Side } from "./diff-sides.ts";
import type { Job } from "@openapi-packages/cli/jobs";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";

/** How the API of the generated packages differs between both sides. */
export interface ComparedSurfaces {
  /** The folder of the packages, as the command line gives it. */
  readonly out: string;
  readonly changes: readonly ExplainedApiChange[];
  /** True if the packages are out of date, so code generated from the descriptions was compared too. */
  readonly areStale?: true;
  /** The reason why they were not compared, if they were not. */
  readonly note?: string;
}

/**
 * Compares the API of the generated packages: as committed for a revision, as in the work tree for a file. If a change
 * of the description breaks compilation but the packages do not show it, they are out of date: then code generated from
 * both descriptions is compared too.
 *
 * @param options returns the options for generating from both descriptions
 * @returns `undefined` if neither side has packages
 * @throws {UsageError} when the folder of the packages is not in a repository
 */
export async function comparedSurfaces(
  { out, layout }: Job,
  changes: readonly Change[],
  base: Side,
  head: Side,
  options: () => GenerateOptions,
): Promise<ComparedSurfaces | undefined> {
  // Without a revision there are no earlier packages to read.
  if (out === undefined || layout === "folder" || base.revision === undefined) return undefined;
  const [before, after] = [packagesOf(out, base.revision), packagesOf(out, head.revision)];
  if (before.size + after.size === 0) return undefined;
  for (const [side, texts] of [
    [base, before],
    [head, after],
  ] as const)
    if (texts.size === 0)
      return { out, changes: [], note: `${side.name} has no generated packages in ${out}` };
  const [
    { packageSurfaces },
    { Surface },
    { compareSurfaces },
    { explainedChanges },
    { loadDeclarationPrinter },
  ] = await Promise.all([
    import("../../surface/package-surface.ts"),
    import("../../surface/surface.ts"),
    import("../../surface/compare-surfaces.ts"),
    import("../../changes/surface/declared-breaks.ts"),
    import("../../print/compile-module.ts"),
  ]);
  const declare = await loadDeclarationPrinter();
  const surfaceOf = (files: SurfaceFiles) => new Surface(packageSurfaces(files, declare));
  const committed = surfaceOf(filesOf(before));
  const found = isSame(before, after)
    ? []
    : explainedChanges(compareSurfaces(committed, surfaceOf(filesOf(after))), changes);
  if (!isUnshown(changes, found)) return { out, changes: found };
  const { generateSources } = await import("../../changes/impact/generated-sources.ts");
  const [one, other] = [
    surfaceOf(await generateSources(base.read.document, options())),
    surfaceOf(await generateSources(head.read.document, options())),
  ];
  const known = new Set(found.map(placeOf));
  const names = new Map(committed.packages.map((own) => [own.folder, own.packageName]));
  const missing = explainedChanges(compareSurfaces(one, other), changes).flatMap((change) => {
    const packageName = names.get(change.folder);
    return packageName === undefined || known.has(placeOf(change))
      ? []
      : [{ ...change, packageName }];
  });
  if (missing.length === 0) return { out, changes: found };
  return { out, changes: [...found, ...missing], areStale: true };
}

/** True if a change of the description breaks compilation, and no change of the API follows from it. */
function isUnshown(changes: readonly Change[], found: readonly ExplainedApiChange[]): boolean {
  const shown = new Set(found.flatMap(({ declaredBy }) => declaredBy));
  return changes.some(({ code, verdicts }) => verdicts.compile === "breaking" && !shown.has(code));
}

const placeOf = ({ folder, name, member, code }: ExplainedApiChange): string =>
  JSON.stringify([folder, name, member, code]);

/** True if changes of the API fail the command: `any` counts all of them, other levels only undeclared breaks. */
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

/** Reads the package.json and sources of generated packages, at a revision or, without one, in the work tree. */
function packagesOf(out: string, revision: string | undefined): ReadonlyMap<string, string> {
  return revision === undefined ? workTreePackages(out) : committedPackages(out, revision);
}

const ofSurface = /^[^/]+\/(?:package\.json|src\/.+\.ts)$/;

function workTreePackages(out: string): ReadonlyMap<string, string> {
  const folders = existsSync(out) ? readdirSync(out).toSorted() : [];
  const paths = folders
    .filter((folder) => existsSync(join(out, folder, manifestName)))
    .flatMap((folder) => listFiles(out, folder))
    .filter((path) => ofSurface.test(path));
  return new Map(paths.map((path) => [path, readNormalized(join(out, path)).toString("utf8")]));
}

function committedPackages(out: string, revision: string): ReadonlyMap<string, string> {
  const git = new GitFiles(process.cwd());
  const start = git.pathOf(out);
  const files = git.files(revision);
  const wanted = [...files.keys()].filter((path) => {
    const own = path.startsWith(start) ? path.slice(start.length) : "";
    return ofSurface.test(own) && files.has(`${start}${own.split("/")[0]}/${manifestName}`);
  });
  const texts = [...git.texts(files, wanted)].map(
    ([path, text]) => [path.slice(start.length), text.replaceAll("\r\n", "\n")] as const,
  );
  return new Map(texts);
}

const filesOf = (texts: ReadonlyMap<string, string>): SurfaceFiles => ({
  paths: [...texts.keys()],
  read: (path) => texts.get(path),
});

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
