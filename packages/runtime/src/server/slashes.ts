/** Whether doubled slashes in a path and one at its end count, or do not. */
export type Slashes = "exact" | "lenient";

/** A path without doubled slashes, and without one at its end. */
export function lenientPath(path: string): string {
  const single = path.replace(/\/{2,}/g, "/");
  return single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
}
