/**
 * Returns the part of a version that changes only when something may break (Semantic Versioning
 * 2.0.0, sections 4 and 8): the major version, or before 1.0.0 the minor version. `undefined` for a
 * text that is not a semantic version, such as a date.
 */
export function compatibleVersion(version: string): readonly number[] | undefined {
  const [, major, minor = "0"] =
    /^v?(\d+)(?:\.(\d+)(?:\.\d+)?)?(?:[-+](?!\d\d(?:-|$)).*)?$/.exec(version.trim()) ?? [];
  if (major === undefined) return undefined;
  return Number(major) === 0 ? [0, Number(minor)] : [Number(major), 0];
}

/**
 * Returns true if an alias has expired: the description has a later major version than the one that
 * renamed. An alias never expires if either text is not a version.
 */
export function isOver(since: string | undefined, version: string): boolean {
  const [from, now] = [compatibleVersion(since ?? ""), compatibleVersion(version)];
  if (from === undefined || now === undefined) return false;
  const [major = 0, minor = 0] = now.map((part, index) => part - (from[index] ?? 0));
  return major > 0 || (major === 0 && minor > 0);
}
