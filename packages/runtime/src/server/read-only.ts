import { unescapePointerToken } from "../json-pointer.ts";
import { getMember, isObject } from "../members.ts";
import type { Issue } from "../validation/issues.ts";

/**
 * Removes members at some places from a value. Items of lists stay, since the others would move up, and so does the whole
 * value: `readOnly` is about members of objects.
 *
 * @returns the places where a member was
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

/** The issue of a member that a request has to leave out. */
export const readOnlyIssue = (location: Issue["in"], pointer: string): Issue => ({
  in: location,
  pointer,
  keyword: "readOnly",
  message: "must be left out: it is read-only",
});
