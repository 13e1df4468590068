import { equal, isObject } from "@openapi-packages/runtime/internals";

/** Members that count or name the states of a record, whatever its content. */
const ofVersions = /^_?(?:version|revision|rev|etag|links?)$/i;

/**
 * Returns the members that something changes in a record, but for those that reading alone changes, such as a number of views,
 * and versions.
 *
 * @param reads what reading showed twice before, and once after it
 */
export function changedBy(reads: readonly [unknown, unknown, unknown]): readonly string[] {
  const [earlier, before, after] = reads;
  if (!isObject(earlier) || !isObject(before) || !isObject(after)) return [];
  return Object.keys(before).filter(
    (name) =>
      !ofVersions.test(name) &&
      equal(earlier[name], before[name]) &&
      !equal(before[name], after[name]),
  );
}
