import { relative, resolve, sep } from "node:path";
import semver from "semver";
import { visible } from "../diagnostics.ts";
import { diffDescriptions } from "../diff/diff-descriptions.ts";
import { isObject } from "../json.ts";
import { GitFiles } from "../load/revision/git-files.ts";
import {
  isReleaseAs,
  planRelease,
  type PlannedRelease,
  type ReleasedPackage,
} from "../release/plan-release.ts";
import { UsageError } from "../usage-error.ts";
import { changelogName, readPackages, writeRelease } from "../write/release-files.ts";
import { readSides, type Side } from "./diff-sides.ts";
import { comparedSurfaces } from "./diff-surfaces.ts";
import type { VersionDocument } from "./json-documents.ts";
import type { OptionValues } from "./options/option-table.ts";
import { parseOptions } from "./options/parse-options.ts";
import { jsonText } from "./report.ts";

/** `version`: answers the exit code. */
export async function runVersion(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("version", args);
  checkOptions(values);
  const { job, before, after } = await readSides("version", values, positionals);
  const { out } = job;
  if (out === undefined || job.layout === "folder")
    throw new UsageError("say where the packages are: --out packages");
  const changes = diffDescriptions(before.read, after.read);
  const surface = await comparedSurfaces(job, changes, before, after);
  const packages = releasedPackages(out, before, values.released);
  const plan = planRelease(packages, changes, surface?.changes ?? [], {
    releaseAs: values.releaseAs,
    preid: values.preid,
    // The one clock of the command.
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

/** @throws {UsageError} for values that no release can have */
function checkOptions({ released, releaseAs, preid, date }: OptionValues): void {
  if (released !== undefined && semver.valid(released) === null)
    throw new UsageError(
      `--released ${JSON.stringify(released)} is no version; one looks like 1.2.0`,
    );
  if (releaseAs !== undefined && !isReleaseAs(releaseAs))
    throw new UsageError(
      `--release-as ${JSON.stringify(releaseAs)} is no level or version: patch, minor, major, or one like 1.0.0`,
    );
  if (preid !== undefined && !/^[A-Za-z-][0-9A-Za-z-]*$/.test(preid))
    throw new UsageError(
      `--preid ${JSON.stringify(preid)} is no identifier of prereleases; one looks like next`,
    );
  if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date))
    throw new UsageError(`--date ${JSON.stringify(date)} is no date; one looks like 2026-11-22`);
}

/**
 * The packages with the versions of their last releases: those that package.json had at the revision.
 *
 * @throws {UsageError} when there are none, or nobody says what was released
 */
function releasedPackages(
  out: string,
  { name, revision, release }: Side,
  released: string | undefined,
): ReleasedPackage[] {
  const packages = readPackages(out);
  if (packages.length === 0)
    throw new UsageError(`${out} has no generated packages: run openapi-packages generate first`);
  if (revision === undefined && released === undefined)
    throw new UsageError(
      `${name} does not say which version was released: add --released 1.2.0, or name a revision`,
    );
  const versions = revision === undefined ? new Map<string, string>() : versionsAt(out, revision);
  return packages.map((one) => {
    const packageName = String(one.packageJson.value["name"]);
    const published = release?.name === packageName ? release.version : undefined;
    return { ...one, name: packageName, last: released ?? published ?? versions.get(one.folder) };
  });
}

/** The versions of packages at a revision, by their folders. */
function versionsAt(out: string, revision: string): Map<string, string> {
  const git = new GitFiles(process.cwd());
  const prefix = git.pathOf(out);
  const files = git.files(git.commitOf(revision));
  const versions = new Map<string, string>();
  for (const { folder } of readPackages(out)) {
    const path = `${prefix}${folder}/package.json`;
    const text = files.has(path) ? git.texts(files, [path]).get(path) : undefined;
    const version = text === undefined ? undefined : versionIn(text);
    if (version !== undefined) versions.set(folder, version);
  }
  return versions;
}

function versionIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const version = isObject(value) ? value["version"] : undefined;
    return typeof version === "string" && semver.valid(version) !== null ? version : undefined;
  } catch {
    return undefined;
  }
}

/** The texts that differ from those that are there, by path from the output folder. */
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
