import semver from "semver";
import { isObject, type JsonObject } from "@openapi-packages/description/json/json";

/** The keys of package.json with packages that are installed along with it. */
export const dependencyKeys = ["dependencies", "peerDependencies", "optionalDependencies"] as const;

/** A dependency of a package on another one generated with it. */
export interface SiblingRange<Sibling> {
  readonly key: (typeof dependencyKeys)[number];
  readonly range: string;
  readonly sibling: Sibling;
}

/** Returns the dependencies of a package on those generated with it. */
export function siblingRanges<Sibling extends { readonly name: string }>(
  { packageJson: { value } }: { readonly packageJson: { readonly value: JsonObject } },
  siblings: Iterable<Sibling>,
): SiblingRange<Sibling>[] {
  const known = [...siblings];
  return dependencyKeys.flatMap((key) => {
    const ranges = value[key];
    return known.flatMap((sibling): SiblingRange<Sibling>[] => {
      const range = isObject(ranges) ? ranges[sibling.name] : undefined;
      return typeof range === "string" ? [{ key, range, sibling }] : [];
    });
  });
}

/**
 * True if a released package's range for a sibling allows the sibling's next version. An exact version does
 * not. A range that does not allow the last version either was written after the release, by `generate` or an
 * earlier run.
 *
 * @param range the range in package.json; `workspace:` means what pnpm, Yarn and Bun publish for it
 */
export function admits(range: string, last: string, next: string): boolean {
  const published = publishedRange(range, last);
  if (semver.valid(published) !== null) return false;
  // For `file:`, a tag or a URL, installing the package gets whatever is there.
  if (semver.validRange(published) === null) return true;
  return semver.satisfies(next, published) && semver.satisfies(last, published);
}

function publishedRange(range: string, last: string): string {
  const [, workspace] = /^workspace:(.*)$/.exec(range) ?? [];
  if (workspace === undefined) return range;
  if (workspace === "*") return last;
  return workspace === "^" || workspace === "~" ? `${workspace}${last}` : workspace;
}

/**
 * Returns a package's range for the next version of a sibling: the current one if it is recent enough.
 *
 * @param isReleased true if the package is released together with the sibling, and so may need its new
 * version
 */
export function nextRange(range: string, version: string, isReleased: boolean): string {
  const [, protocol = "", own = ""] = /^(workspace:)?(.*)$/s.exec(range) ?? [];
  // The package manager fills in ranges of a workspace when it publishes.
  if (semver.validRange(own) === null || (["*", "^", "~"].includes(own) && protocol !== ""))
    return range;
  if (semver.valid(own) !== null) return protocol + version;
  const least = semver.minVersion(own);
  const isEnough = least !== null && (!isReleased || semver.gte(least, version));
  if (isEnough && semver.satisfies(version, own)) return range;
  return `${protocol}${own.startsWith("~") ? "~" : "^"}${version}`;
}
