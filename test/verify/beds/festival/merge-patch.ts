import type { Members } from "./checks.ts";

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members after a merge patch (RFC 7396); a member that is an object too is merged by the caller. */
export function merged(target: Members, patch: Members): Members {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch))
    if (value === null) result.delete(name);
    else result.set(name, value);
  return Object.fromEntries(result);
}
