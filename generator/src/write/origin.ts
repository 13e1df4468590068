import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The description that packages are of. */
export interface Origin {
  readonly title: string;
  /** Its file, relative to the output folder, or its address; left out where it has neither of use to others. */
  readonly source?: string;
}

/**
 * Tells where a description comes from in a way that holds on every machine: a file of the same project by its
 * path from the output folder, a URL without credentials and query. Nothing for other files and standard input.
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

/** The folder under version control, else the nearest with a package.json. */
function projectFolder(start: string): string | undefined {
  let nearest: string | undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (nearest === undefined && existsSync(join(folder, "package.json"))) nearest = folder;
    if (folder === dirname(folder)) return nearest;
  }
}
