import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../../usage-error.ts";
import { isUrl } from "./source-names.ts";

/** The places that references of a description may lead to: its own folder, and what the user allows beside it. */
export interface AllowedReferences {
  /** Absolute paths, links resolved. */
  readonly folders: readonly string[];
  /** As `URL.origin` writes them. */
  readonly origins: ReadonlySet<string>;
  /** The folder of a description that is a URL, with a slash at its end. */
  readonly urlFolder?: string;
}

/**
 * Reads what `--allow-ref` was given.
 *
 * @param root absolute path of the description, or its URL
 * @throws {UsageError} when one is neither a folder that exists nor an origin of http or https
 */
export function allowedReferences(root: string, allowed: readonly string[]): AllowedReferences {
  const folders = allowed.filter((one) => !isRemote(one)).map(existingFolder);
  const origins = allowedOrigins(allowed);
  if (isUrl(root)) return { folders, origins, urlFolder: new URL(".", root).href };
  return { folders: [realpathSync(dirname(realPathOf(root))), ...folders], origins };
}

/**
 * The origins of what `--allow-ref` was given.
 *
 * @throws {UsageError} when one is no origin of http or https
 */
export function allowedOrigins(allowed: readonly string[]): ReadonlySet<string> {
  return new Set(allowed.filter(isRemote).map(originOf));
}

const isRemote = (one: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(one);

/** The path that a link leads to; that of what is no file, such as standard input, as it is. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** True if a document may be fetched: its origin is allowed, or it lies in the folder of the description. */
export function isAllowedUrl({ origins, urlFolder }: AllowedReferences, url: URL): boolean {
  return origins.has(url.origin) || (urlFolder !== undefined && url.href.startsWith(urlFolder));
}

/** True if a file, links resolved, lies in one of the folders. */
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
    throw new UsageError(`--allow-ref ${JSON.stringify(folder)} is no folder that exists`);
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
      `--allow-ref ${JSON.stringify(text)} is no origin; one looks like https://schemas.example.com`,
    );
  }
  return url.origin;
}
