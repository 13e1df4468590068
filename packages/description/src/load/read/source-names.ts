import { relative, sep } from "node:path";

/** The argument that names standard input as the description. */
export const standardInput = "-";

/** True if a description or an overlay is named by a URL. */
export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Returns a path for diagnostics: relative to the working directory, with `/`. A URL loses its query, which
 * may contain a secret.
 */
export function displayPath(path: string): string {
  return isUrl(path)
    ? path.replace(/\?.*$/s, "?…")
    : relative(process.cwd(), path).split(sep).join("/");
}
