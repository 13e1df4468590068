import { isDotSegment } from "../path-template.ts";

/**
 * The text of a parameter of several segments. A slash beside an empty segment, `.` or `..` stays encoded, as
 * such segments change the path on its way.
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
