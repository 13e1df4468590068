/** Whether doubled and trailing slashes in a path are significant. */
export type Slashes = "exact" | "lenient";

/** Returns a path without doubled and trailing slashes. */
export function lenientPath(path: string): string {
  const single = path.replace(/\/{2,}/g, "/");
  return single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
}
