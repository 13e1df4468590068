import { relative, sep } from "node:path";

/** The name of standard input, as the description. */
export const standardInput = "-";

/** True if what names a description or an overlay is a URL. */
export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * A path as diagnostics show it: relative to the working directory, with `/`; a URL without its query, in which there
 * may be a secret.
 */
export function displayPath(path: string): string {
  return isUrl(path)
    ? path.replace(/\?.*$/s, "?…")
    : relative(process.cwd(), path).split(sep).join("/");
}
