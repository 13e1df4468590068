import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** Reads a description. @returns what tells by its method and target which operation a request calls */
export function operationReader(
  description: string,
): (method: string, target: string) => string | undefined {
  const { paths } = parse(readFileSync(description, "utf8")) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
  };
  // Of two paths that fit, the one with fewer parameters is meant.
  const patterns = Object.entries(paths)
    .toSorted(([one], [other]) => one.split("{").length - other.split("{").length)
    .map(([path, item]) => ({
      item,
      pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
    }));
  return (method, target) => {
    const [path = ""] = target.split("?");
    const found = patterns.find(({ pattern }) => pattern.test(path));
    return found?.item[method.toLowerCase()]?.operationId;
  };
}
