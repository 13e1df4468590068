/** Returns the path of a request's target in origin form. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Returns the query of a request's target, without its `?`. */
export const queryOf = (url: string): string =>
  url.includes("?") ? (/^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? "") : "";
