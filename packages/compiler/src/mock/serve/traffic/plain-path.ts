/** Returns a path without possible secrets: long parts that are not words, and the query. */
export function plainPath(url: string): string {
  return new URL(url).pathname.replaceAll(/[^/]+/g, (part) =>
    /^(?:[a-z._-]{1,40}|[\w.-]{1,8})$/i.test(part) ? part : "…",
  );
}
