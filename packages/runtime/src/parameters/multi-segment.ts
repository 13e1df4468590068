import { isDotSegment } from "../path-template.ts";

/**
 * Unescapes the slashes of a parameter with several segments. A slash next to an empty segment, `.` or `..`
 * stays encoded, because URL parsers would change such a path.
 */
export function withSlashes(encoded: string): string {
  const isPlain = (segment = ""): boolean => segment !== "" && !isDotSegment(segment);
  return encoded
    .split("%2F")
    .reduce(
      (path, segment, index, all) =>
        path + (isPlain(all[index - 1]) && isPlain(segment) ? "/" : "%2F") + segment,
    );
}
