import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../../usage-error.ts";

/** The places that references of a description may lead to: its own folder, and what the user allows beside it. */
export interface AllowedReferences {
  /** Absolute paths, links resolved. */
  readonly folders: readonly string[];
  /** As `URL.origin` writes them. */
  readonly origins: ReadonlySet<string>;
}

/**
 * Reads what `--allow-ref` was given.
 *
 * @param root absolute path of the description
 * @throws {UsageError} when one is neither a folder that exists nor an origin of http or https
 */
export function allowedReferences(root: string, allowed: readonly string[]): AllowedReferences {
  const isRemote = (one: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(one);
  return {
    folders: [
      dirname(realpathSync(root)),
      ...allowed.filter((one) => !isRemote(one)).map(existingFolder),
    ],
    origins: new Set(allowed.filter(isRemote).map(originOf)),
  };
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
