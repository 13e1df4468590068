import semver from "semver";
import type { ExplainedApiChange } from "../api-report/declared-breaks.ts";
import type { Change } from "../diff/change-types.ts";
import { isObject } from "../json.ts";
import { packageJsonText } from "../write/package-json.ts";
import { changelogName, type PackageFiles } from "../write/release-files.ts";
import { withRelease } from "./changelog.ts";
import { higherLevel, nextVersion, type ReleaseLevel } from "./next-version.ts";
import { packageChanges, type PackageChanges } from "./package-changes.ts";

/** A generated package as it is there. */
export interface ReleasedPackage extends PackageFiles {
  readonly name: string;
  /** The version of its last release; `undefined` where it was never released. */
  readonly last: string | undefined;
}

/** How the next versions are chosen. */
export interface ReleaseOptions {
  /** A level or version for all packages, whatever has changed. */
  readonly releaseAs?: string | undefined;
  /** The identifier of a prerelease: `next`. */
  readonly preid?: string | undefined;
  /** The date of entries: `2026-11-22`. */
  readonly date: string;
}

/** The next release of a package, and its files. */
export interface PlannedRelease extends Pick<ReleasedPackage, "folder" | "name" | "last"> {
  readonly level: ReleaseLevel;
  readonly version: string;
  readonly changes: number;
  readonly breaking: number;
  readonly files: {
    readonly packageJson: string;
    /** `undefined` where there is none, and nothing to tell. */
    readonly changelog: string | undefined;
  };
}

/**
 * Plans the next release of packages that are generated together, each by what concerns its users. A package that depends
 * on another one by its exact version is released with it. All follows from the last release, so that a second run plans
 * the same.
 */
export function planRelease(
  packages: readonly ReleasedPackage[],
  changes: readonly Change[],
  api: readonly ExplainedApiChange[],
  options: ReleaseOptions,
): PlannedRelease[] {
  const found = packages.map((one) => ({
    one,
    found: packageChanges(one.folder, changes, api),
  }));
  const own = new Map(found.map(({ one, found: { level } }) => [one.name, level] as const));
  const levelOf = (one: ReleasedPackage): ReleaseLevel => {
    const isWithOthers = dependenciesOf(one, own).some((name) => own.get(name) !== "none");
    return higherLevel(own.get(one.name) ?? "none", isWithOthers ? "patch" : "none");
  };
  const versions = new Map(
    packages.map((one) => [one.name, chosenVersion(one, levelOf(one), options)] as const),
  );
  return found.map(({ one, found: all }) =>
    planned(one, { ...all, level: levelOf(one) }, versions, options),
  );
}

/** True for a level or version that all packages can be released as. */
export const isReleaseAs = (text: string): boolean =>
  ["patch", "minor", "major"].includes(text) || semver.valid(text) !== null;

function chosenVersion(
  { last, packageJson }: ReleasedPackage,
  level: ReleaseLevel,
  { releaseAs, preid }: ReleaseOptions,
): string {
  if (releaseAs !== undefined && semver.valid(releaseAs) !== null) return releaseAs;
  const given = packageJson.value["version"];
  const own = typeof given === "string" && semver.valid(given) !== null ? given : "0.1.0";
  // What was never released is released as it is.
  if (last === undefined) return own;
  return nextVersion(last, (releaseAs as ReleaseLevel | undefined) ?? level, preid);
}

function planned(
  one: ReleasedPackage,
  found: PackageChanges,
  versions: ReadonlyMap<string, string>,
  { date }: ReleaseOptions,
): PlannedRelease {
  const { folder, name, last } = one;
  const version = versions.get(name) ?? last ?? "0.1.0";
  const dependencies = dependenciesOf(one, versions).map((other) => ({
    name: other,
    version: versions.get(other) ?? "",
  }));
  const isReleased = version !== last && last !== undefined;
  const changelog = isReleased
    ? withRelease(one.changelog, { ...found, version, date, dependencies }, last)
    : one.changelog;
  return {
    folder,
    name,
    last,
    level: isReleased ? found.level : "none",
    version,
    changes: found.changes.length,
    breaking: found.changes.filter(({ isBreaking }) => isBreaking).length + found.undeclared.length,
    files: {
      packageJson: editedPackage(one, version, dependencies, changelog !== undefined),
      changelog,
    },
  };
}

/** The packages that one depends on by their exact versions, of those that are generated with it. */
function dependenciesOf(
  { packageJson }: ReleasedPackage,
  packages: ReadonlyMap<string, unknown>,
): string[] {
  const { dependencies } = packageJson.value;
  return Object.entries(isObject(dependencies) ? dependencies : {})
    .filter(([name, range]) => packages.has(name) && semver.valid(String(range)) !== null)
    .map(([name]) => name);
}

function editedPackage(
  { packageJson: { text, value } }: ReleasedPackage,
  version: string,
  dependencies: readonly { readonly name: string; readonly version: string }[],
  hasChangelog: boolean,
): string {
  const { files, dependencies: before } = value;
  const exact = Object.fromEntries(dependencies.map((one) => [one.name, one.version]));
  const isListed = !Array.isArray(files) || files.includes(changelogName) || !hasChangelog;
  const edited = {
    ...value,
    version,
    ...(isListed ? {} : { files: [...(files as readonly unknown[]), changelogName] }),
    ...(isObject(before) ? { dependencies: { ...before, ...exact } } : {}),
  };
  return JSON.stringify(edited) === JSON.stringify(value) ? text : packageJsonText(edited, text);
}
