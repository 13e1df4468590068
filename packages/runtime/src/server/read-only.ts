import { unescapePointerToken } from "../json-pointer.ts";
import { getMember, isObject } from "../members.ts";
import type { Issue } from "../validation/issues.ts";

/**
 * Removes the members at some places from a value. Items of lists are not removed, because the following
 * ones would move up, and neither is the whole value: `readOnly` applies to members of objects.
 *
 * @returns the places where a member was removed
 */
export function removeMembers(value: unknown, places: readonly string[] = []): string[] {
  return places.filter((place) => {
    const names = place.split("/").slice(1).map(unescapePointerToken);
    const last = names.pop();
    let holder = value;
    for (const name of names)
      holder = typeof holder === "object" && holder !== null ? getMember(holder, name) : undefined;
    if (last === undefined || !isObject(holder) || !Object.hasOwn(holder, last)) return false;
    delete holder[last];
    return true;
  });
}

/** Creates the issue of a read-only member in a request. */
export const readOnlyIssue = (location: Issue["in"], pointer: string): Issue => ({
  in: location,
  pointer,
  keyword: "readOnly",
  message: "must be left out: it is read-only",
});
