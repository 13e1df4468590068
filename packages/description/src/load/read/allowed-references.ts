import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../../diagnostics/usage-error.ts";
import { isUrl } from "./source-names.ts";

/** Where references of a description may lead: its own folder, and what the user allows besides. */
export interface AllowedReferences {
  /** Absolute paths without symbolic links. */
  readonly folders: readonly string[];
  /** Origins in the form of `URL.origin`. */
  readonly origins: ReadonlySet<string>;
  /** The folder of a description at a URL, with a trailing slash. */
  readonly urlFolder?: string;
}

/**
 * Reads the values of `--allow-ref`.
 *
 * @param root absolute path of the description, or its URL
 * @throws {UsageError} if a value is neither an existing folder nor an http or https origin
 */
export function allowedReferences(root: string, allowed: readonly string[]): AllowedReferences {
  const folders = allowed.filter((one) => !isRemote(one)).map(existingFolder);
  const origins = allowedOrigins(allowed);
  if (isUrl(root)) return { folders, origins, urlFolder: new URL(".", root).href };
  return { folders: [realpathSync(dirname(realPathOf(root))), ...folders], origins };
}

/**
 * Returns the origins among the values of `--allow-ref`.
 *
 * @throws {UsageError} if one is not an http or https origin
 */
export function allowedOrigins(allowed: readonly string[]): ReadonlySet<string> {
  return new Set(allowed.filter(isRemote).map(originOf));
}

const isRemote = (one: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(one);

/**
 * Resolves symbolic links of a path. A path that does not exist, such as that of standard input, is returned
 * as it is.
 */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** True if a document may be fetched: its origin is allowed, or it is in the folder of the description. */
export function isAllowedUrl({ origins, urlFolder }: AllowedReferences, url: URL): boolean {
  return origins.has(url.origin) || (urlFolder !== undefined && url.href.startsWith(urlFolder));
}

/** True if a file is in one of the folders, after resolving symbolic links. */
export function isInside(folders: readonly string[], path: string): boolean {
  const real = realpathSync(path);
  return folders.some((folder) => {
    const inside = relative(folder, real);
    return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  });
}

function existingFolder(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch {
    throw new UsageError(`--allow-ref ${JSON.stringify(folder)} is not an existing folder`);
  }
}

function originOf(text: string): string {
  const url = URL.parse(text);
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    url.username + url.password + url.search + url.hash === "";
  if (!isOrigin) {
    throw new UsageError(
      `--allow-ref ${JSON.stringify(text)} is not an origin; one looks like https://schemas.example.com`,
    );
  }
  return url.origin;
}
