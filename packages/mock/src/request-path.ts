/** True if a path is below another, or no other is given. */
export const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && (path === "" || url.charAt(path.length) === "/");

/** The path of a request's target in origin form. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** The query of a request's target, without its `?`. */
export const queryOf = (url: string): string =>
  url.includes("?") ? (/^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? "") : "";
