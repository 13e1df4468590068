import semver from "semver";

/** The levels of releases, the lowest first; `none` needs no release. */
export const releaseLevels = ["none", "patch", "minor", "major"] as const;

/** One of {@link releaseLevels}. */
export type ReleaseLevel = (typeof releaseLevels)[number];

/** Returns the higher of two levels. */
export function higherLevel(one: ReleaseLevel, other: ReleaseLevel): ReleaseLevel {
  return releaseLevels.indexOf(one) > releaseLevels.indexOf(other) ? one : other;
}

/**
 * Returns the version after another one by the rules of semantic versioning (https://semver.org).
 *
 * - In 0.x a break is a new minor version, since npm's ranges treat it so (`^0.2.0` is below 0.3.0), and
 *   anything else is a patch.
 * - With an identifier it is a prerelease: `1.2.0` → `2.0.0-next.0`. A prerelease that is high enough already
 *   is counted up: `2.0.0-next.0` → `2.0.0-next.1`.
 * - Without an identifier a prerelease becomes its release, `2.0.0-next.1` → `2.0.0`, or a higher one.
 *
 * @param last a valid semantic version
 * @param identifier the identifier of prereleases, such as `next`
 */
export function nextVersion(last: string, level: ReleaseLevel, identifier?: string): string {
  const { major, minor, patch, prerelease } = new semver.SemVer(last);
  if (level === "none") return last;
  const step = major === 0 ? zeroSteps[level] : level;
  if (identifier === undefined) return incremented(last, step);
  const target = patch > 0 ? "patch" : minor > 0 ? "minor" : "major";
  const isHighEnough = prerelease.length > 0 && higherLevel(step, target) === target;
  return isHighEnough
    ? incremented(last, "prerelease", identifier)
    : incremented(last, `pre${step}`, identifier);
}

const zeroSteps = { patch: "patch", minor: "patch", major: "minor" } as const;

function incremented(last: string, step: semver.ReleaseType, identifier?: string): string {
  const next =
    identifier === undefined ? semver.inc(last, step) : semver.inc(last, step, identifier);
  if (next === null) throw new TypeError(`${last} has no next version`);
  return next;
}
