import type { Operation } from "../../model/api-model.ts";

/**
 * Orders operations so that the first whose path matches is the right one: concrete paths are
 * matched before templated ones (OpenAPI 3.1, section 4.8.8.2), those with a query before those
 * without. The order of the text decides ties.
 */
export function bySpecificity<Entry extends { readonly operation: Operation }>(
  entries: readonly Entry[],
): Entry[] {
  return entries.toSorted((a, b) =>
    compareSegments(a.operation.path.split("/"), b.operation.path.split("/")),
  );
}

function compareSegments(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = Number(a[index]?.includes("{")) - Number(b[index]?.includes("{"));
    if (difference !== 0) return difference;
  }
  return Number(b.at(-1)?.includes("?")) - Number(a.at(-1)?.includes("?"));
}
