import { relative, sep } from "node:path";

/** A path as a person would name it in the working folder. */
export function shownPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}
