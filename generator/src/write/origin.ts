import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The description that packages are generated from. */
export interface Origin {
  readonly title: string;
  /** Its path relative to the output folder, or its URL; left out if neither means anything to others. */
  readonly source?: string;
}

/**
 * Returns where a description comes from in a form that is the same on every machine: the relative path of a
 * file in the same project, or a URL without credentials and query; `undefined` for other files and standard
 * input.
 */
export function sourceName(spec: string, out: string): string | undefined {
  if (spec === "-") return undefined;
  if (/^https?:\/\//i.test(spec)) {
    const { origin, pathname } = new URL(spec);
    return origin + pathname;
  }
  const [root, path] = [resolve(out), resolve(spec)];
  const project = projectFolder(root);
  if (project === undefined || isOutside(relative(project, path))) return undefined;
  return relative(root, path).split(sep).join("/");
}

const isOutside = (path: string): boolean => isAbsolute(path) || /^\.\.(?:[\\/]|$)/.test(path);

/** Returns the root of the git repository, otherwise the nearest folder with a package.json. */
function projectFolder(start: string): string | undefined {
  let nearest: string | undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (nearest === undefined && existsSync(join(folder, "package.json"))) nearest = folder;
    if (folder === dirname(folder)) return nearest;
  }
}
