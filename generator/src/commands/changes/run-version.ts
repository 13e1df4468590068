import { relative, resolve, sep } from "node:path";
import semver from "semver";
import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import { diffDescriptions } from "../../changes/diff/diff-descriptions.ts";
import { CommittedPackages } from "../../changes/release/committed-packages.ts";
import {
  isReleaseAs,
  planRelease,
  type PlannedRelease,
  type ReleasedPackage,
} from "../../changes/release/plan-release.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { changelogName, readPackages, writeRelease } from "../../write/release-files.ts";
import { readSides, type ReadDescription, type Side } from "./diff-sides.ts";
import { comparedSurfaces } from "./diff-surfaces.ts";
import type { Job } from "@openapi-packages/cli/jobs";
import type { VersionDocument } from "./json-documents.ts";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import { parseOptions } from "@openapi-packages/cli/options/parse-options";
import { jsonText } from "@openapi-packages/cli/json-text";
import { named, sourceOptions } from "../source-options.ts";

/** Runs the command `version` and returns its exit code. */
export async function runVersion(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("version", args);
  checkOptions(values);
  const { job, before, after } = await readSides("version", values, positionals);
  const { out } = job;
  if (out === undefined || job.layout === "folder")
    throw new UsageError("give the folder of the packages: --out packages");
  const description = diffDescriptions(before.read, after.read);
  const surface = await comparedSurfaces(job, description, before, after, () =>
    sourceOptions(named(job)),
  );
  const committed =
    before.revision === undefined ? undefined : new CommittedPackages(out, before.revision);
  const packages = releasedPackages(out, before, values.released, committed);
  const folders = await differingFolders(
    { ...job, out },
    packages,
    before.read,
    after.read,
    committed,
  );
  const since = { description, api: surface?.changes ?? [], folders };
  const plan = planRelease(packages, since, {
    releaseAs: values.releaseAs,
    preid: values.preid,
    // The command reads the clock only here.
    date: values.date ?? new Date().toISOString().slice(0, "2026-11-22".length),
  });
  const texts = changedTexts(packages, plan);
  if (values.dryRun !== true) await writeRelease(out, texts);
  const written = [...texts.keys()].map((path) => shownPath(out, path));
  const document: VersionDocument = {
    base: before.name,
    isDryRun: values.dryRun === true,
    packages: plan.map(({ files: _files, ...one }) => one),
    written,
  };
  const isJson = values.plainFormat === "json";
  process.stdout.write(isJson ? jsonText(document) : prettyVersions(document));
  return 0;
}

/**
 * Checks the options of a release.
 *
 * @throws {UsageError} for an invalid version, level, identifier or date
 */
function checkOptions({ released, releaseAs, preid, date }: OptionValues): void {
  if (released !== undefined && semver.valid(released) === null)
    throw new UsageError(
      `--released ${JSON.stringify(released)} is not a version; one looks like 1.2.0`,
    );
  if (releaseAs !== undefined && !isReleaseAs(releaseAs))
    throw new UsageError(
      `--release-as ${JSON.stringify(releaseAs)} is not a level or version: patch, minor, major, or one like 1.0.0`,
    );
  if (preid !== undefined && !/^[A-Za-z-][0-9A-Za-z-]*$/.test(preid))
    throw new UsageError(
      `--preid ${JSON.stringify(preid)} is not an identifier of prereleases; one looks like next`,
    );
  if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date))
    throw new UsageError(`--date ${JSON.stringify(date)} is not a date; one looks like 2026-11-22`);
}

/**
 * Returns the packages with the versions of their last release: from `--released`, the published package or the
 * package.json at the revision.
 *
 * @throws {UsageError} when there are no packages, or the released version is unknown
 */
function releasedPackages(
  out: string,
  { name, revision, release }: Side,
  released: string | undefined,
  committed: CommittedPackages | undefined,
): ReleasedPackage[] {
  const packages = readPackages(out);
  if (packages.length === 0)
    throw new UsageError(`${out} has no generated packages: run openapi-packages generate first`);
  if (revision === undefined && released === undefined)
    throw new UsageError(
      `${name} has no released version: add --released 1.2.0, or name a revision`,
    );
  return packages.map((one) => {
    const packageName = String(one.packageJson.value["name"]);
    const published = release?.name === packageName ? release.version : undefined;
    return {
      ...one,
      name: packageName,
      last: released ?? published ?? committed?.version(one.folder),
    };
  });
}

/**
 * Returns the folders of packages whose generated files changed: between both descriptions with the same options, or since
 * the commit of the release, which also shows changes by options and by a newer generator.
 */
async function differingFolders(
  job: Job & { readonly out: string },
  packages: readonly ReleasedPackage[],
  before: ReadDescription,
  after: ReadDescription,
  committed: CommittedPackages | undefined,
): Promise<ReadonlySet<string>> {
  const { generateSources } = await import("../../changes/impact/generated-sources.ts");
  const options = sourceOptions(named(job));
  const { version } = after.model;
  const base = await generateSources(before.document, options, version);
  const head = await generateSources(after.document, options, version);
  const names = new Set(packages.map(({ name }) => name));
  const folders = packages.map(({ folder }) => folder);
  const written = committed?.differing(folders, names, before.model, after.model) ?? [];
  return new Set([...head.differingFolders(base), ...written]);
}

/** Returns the new texts of files that change, by path relative to the output folder. */
function changedTexts(
  packages: readonly ReleasedPackage[],
  plan: readonly PlannedRelease[],
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [
    index,
    {
      folder,
      files: { packageJson, changelog },
    },
  ] of plan.entries()) {
    const before = packages[index];
    if (packageJson !== before?.packageJson.text) texts.set(`${folder}/package.json`, packageJson);
    if (changelog !== undefined && changelog !== before?.changelog)
      texts.set(`${folder}/${changelogName}`, changelog);
  }
  return texts;
}

const shownPath = (out: string, path: string): string =>
  relative(process.cwd(), resolve(out, path)).split(sep).join("/");

function prettyVersions({ packages, written, isDryRun }: VersionDocument): string {
  const lines = packages.map(({ name, last, version, level, changes, breaking }) => {
    const step = last === undefined ? `${version}, its first release` : `${last} → ${version}`;
    const why = `${changes} ${changes === 1 ? "change" : "changes"}, ${breaking} breaking`;
    return version === last
      ? visible(`${name}  ${version}: nothing to release`)
      : visible(`${name}  ${step}  ${level}: ${why}`);
  });
  const files = written.map((path) =>
    visible(`${isDryRun ? "would write" : "written"}    ${path}`),
  );
  const none = written.length === 0 ? ["nothing to write"] : [];
  return `${[...lines, ...files, ...none].join("\n")}\n`;
}
