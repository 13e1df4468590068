/**
 * The part of a version within which nothing breaks (Semantic Versioning 2.0.0, sections 4 and 8): the major version,
 * and before 1.0.0 the minor one; `undefined` for a text that is no such version, as a date is none.
 */
export function compatibleVersion(version: string): readonly number[] | undefined {
  const [, major, minor = "0"] =
    /^v?(\d+)(?:\.(\d+)(?:\.\d+)?)?(?:[-+](?!\d\d(?:-|$)).*)?$/.exec(version.trim()) ?? [];
  if (major === undefined) return undefined;
  return Number(major) === 0 ? [0, Number(minor)] : [Number(major), 0];
}

/**
 * True if an alias has been there for its major version: the description has a later one than that which renamed.
 * Where either is no version, an alias stays as long as it is written down.
 */
export function isOver(since: string | undefined, version: string): boolean {
  const [from, now] = [compatibleVersion(since ?? ""), compatibleVersion(version)];
  if (from === undefined || now === undefined) return false;
  const [major = 0, minor = 0] = now.map((part, index) => part - (from[index] ?? 0));
  return major > 0 || (major === 0 && minor > 0);
}
