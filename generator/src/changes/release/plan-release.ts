import semver from "semver";
import type { ExplainedApiChange } from "../surface/declared-breaks.ts";
import type { Change } from "../diff/change-types.ts";
import { objectMember } from "@openapi-packages/description/json/json";
import { packageJsonText } from "../../write/package-json.ts";
import { changelogName, type PackageFiles } from "../../write/release-files.ts";
import { withRelease } from "./changelog.ts";
import { higherLevel, nextVersion, type ReleaseLevel } from "./next-version.ts";
import { packageChanges, type PackageChanges } from "./package-changes.ts";
import { admits, dependencyKeys, nextRange, siblingRanges } from "./sibling-ranges.ts";

/** A generated package on disk. */
export interface ReleasedPackage extends PackageFiles {
  readonly name: string;
  /** The version of its last release; `undefined` if it was never released. */
  readonly last: string | undefined;
}

/** How the next versions are chosen. */
export interface ReleaseOptions {
  /** A level or version for all packages, whatever has changed. */
  readonly releaseAs?: string | undefined;
  /** The identifier of a prerelease, such as `next`. */
  readonly preid?: string | undefined;
  /** The date of changelog entries, such as `2026-11-22`. */
  readonly date: string;
}

/** The next release of a package, with its new files. */
export interface PlannedRelease extends Pick<ReleasedPackage, "folder" | "name" | "last"> {
  readonly level: ReleaseLevel;
  readonly version: string;
  readonly changes: number;
  readonly breaking: number;
  readonly files: {
    readonly packageJson: string;
    /** `undefined` if there is none, and nothing to write into it. */
    readonly changelog: string | undefined;
  };
}

/** What has changed since the last release. */
export interface ChangesSince {
  readonly description: readonly Change[];
  /** The changes of what the packages export. */
  readonly api: readonly ExplainedApiChange[];
  /** The folders of packages whose generated files have changed. */
  readonly folders: ReadonlySet<string>;
}

/**
 * Plans the next release of packages that are generated together. A package is released if its generated
 * files or its surface have changed since its last release, or if it depends on a package whose new
 * version its range does not allow. The level is that of the changes its users notice, at least a patch.
 * Everything is derived from the last release, so that planning twice gives the same result.
 */
export function planRelease(
  packages: readonly ReleasedPackage[],
  { description, api, folders }: ChangesSince,
  options: ReleaseOptions,
): PlannedRelease[] {
  const found = packages.map((one) => {
    const { level, ...all } = packageChanges(one.folder, description, api);
    return { one, found: { ...all, level: higherLevel(level, "patch") } };
  });
  const candidates = new Map(
    found.map(
      ({ one, found: { level } }) => [one.name, chosenVersion(one, level, options)] as const,
    ),
  );
  const isDifferent = ({ folder }: ReleasedPackage): boolean =>
    options.releaseAs !== undefined ||
    folders.has(folder) ||
    api.some((change) => change.folder === folder);
  const released = withDependents(packages, new Set(packages.filter(isDifferent)), candidates);
  const versions = new Map(
    packages.map((one) => {
      const next = candidates.get(one.name) ?? "";
      return [one.name, released.has(one) ? next : (one.last ?? next)] as const;
    }),
  );
  return found.map(({ one, found: all }) =>
    planned(one, released.has(one) ? all : { ...all, level: "none" }, versions, packages, options),
  );
}

/** Adds the packages that depend on a released one with a range that does not allow its next version. */
function withDependents(
  packages: readonly ReleasedPackage[],
  different: ReadonlySet<ReleasedPackage>,
  versions: ReadonlyMap<string, string>,
): ReadonlySet<ReleasedPackage> {
  const released = new Set(different);
  for (let size = -1; size !== released.size;) {
    size = released.size;
    const next = [...released].filter(
      ({ name, last }) => last !== undefined && versions.get(name) !== last,
    );
    for (const one of packages)
      if (
        siblingRanges(one, next).some(
          ({ range, sibling: { name, last = "" } }) =>
            !admits(range, last, versions.get(name) ?? ""),
        )
      )
        released.add(one);
  }
  return released;
}

/** True for a level or version as which all packages can be released. */
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
  // The first release uses the version in package.json.
  if (last === undefined) return own;
  return nextVersion(last, (releaseAs as ReleaseLevel | undefined) ?? level, preid);
}

function planned(
  one: ReleasedPackage,
  found: PackageChanges,
  versions: ReadonlyMap<string, string>,
  packages: readonly ReleasedPackage[],
  { date }: ReleaseOptions,
): PlannedRelease {
  const { folder, name, last } = one;
  const version = versions.get(name) ?? last ?? "0.1.0";
  const isReleased = version !== last && last !== undefined;
  const ranges = siblingRanges(one, packages).map(({ key, range, sibling }) => {
    const next = versions.get(sibling.name) ?? "";
    return {
      key,
      name: sibling.name,
      range: nextRange(range, next, isReleased),
      isNew: next !== sibling.last,
    };
  });
  const dependencies = ranges
    .filter(({ isNew }) => isNew)
    .map((other) => ({ name: other.name, version: other.range }));
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
      packageJson: editedPackage(one, version, ranges, changelog !== undefined),
      changelog,
    },
  };
}

function editedPackage(
  { packageJson: { text, value } }: ReleasedPackage,
  version: string,
  ranges: readonly { readonly key: string; readonly name: string; readonly range: string }[],
  hasChangelog: boolean,
): string {
  const { files } = value;
  const isListed =
    !hasChangelog || !Array.isArray(files) || (files as readonly unknown[]).includes(changelogName);
  const dependencies = dependencyKeys.flatMap((key) => {
    const own = ranges
      .filter((one) => one.key === key)
      .map(({ name, range }) => [name, range] as const);
    const before = objectMember(value, key);
    return own.length === 0 ? [] : [[key, { ...before, ...Object.fromEntries(own) }] as const];
  });
  const edited = {
    ...value,
    version,
    ...(isListed ? {} : { files: [...(files as readonly unknown[]), changelogName] }),
    ...Object.fromEntries(dependencies),
  };
  return JSON.stringify(edited) === JSON.stringify(value) ? text : packageJsonText(edited, text);
}
