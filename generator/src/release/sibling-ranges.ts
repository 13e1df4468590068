import semver from "semver";
import { isObject, type JsonObject } from "../json.ts";

/** The keys of package.json whose packages are installed with it. */
export const dependencyKeys = ["dependencies", "peerDependencies", "optionalDependencies"] as const;

/** A dependency of a package on another one that is generated with it. */
export interface SiblingRange<Sibling> {
  readonly key: (typeof dependencyKeys)[number];
  readonly range: string;
  readonly sibling: Sibling;
}

/** The dependencies of a package on some of those that are generated with it. */
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
 * True if the range that a released package asks for a sibling by admits the sibling's next version. An exact version does
 * not. A range that does not admit the last version either was written after the release, by `generate` or an earlier run.
 *
 * @param range as package.json has it; `workspace:` is what pnpm, Yarn and Bun make of it when they publish
 */
export function admits(range: string, last: string, next: string): boolean {
  const published = publishedRange(range, last);
  if (semver.valid(published) !== null) return false;
  // `file:`, a tag, a URL: whoever installs the package gets what is there.
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
 * The range by which a package asks for the next version of a sibling: what it has, where that admits no version before it.
 *
 * @param isReleased whether the package is released with it, so that it needs what the sibling has since
 */
export function nextRange(range: string, version: string, isReleased: boolean): string {
  const [, protocol = "", own = ""] = /^(workspace:)?(.*)$/s.exec(range) ?? [];
  // Those of a workspace are filled in where they are published.
  if (semver.validRange(own) === null || (["*", "^", "~"].includes(own) && protocol !== ""))
    return range;
  if (semver.valid(own) !== null) return protocol + version;
  const least = semver.minVersion(own);
  const isEnough = least !== null && (!isReleased || semver.gte(least, version));
  if (isEnough && semver.satisfies(version, own)) return range;
  return `${protocol}${own.startsWith("~") ? "~" : "^"}${version}`;
}
