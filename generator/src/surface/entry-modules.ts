/** The modules behind entries, of which `*` stands for any path. */
export function entryModules(targets: readonly string[], modules: readonly string[]): string[] {
  return targets.flatMap((target) =>
    modules.filter((path) => entryPart(target, path) !== undefined),
  );
}

/** What `*` of a target stands for in the path of a module: a text, empty where there is none; `undefined` of another module. */
export function entryPart(target: string, path: string): string | undefined {
  const [start = "", end] = target.split("*");
  if (end === undefined) return path === target ? "" : undefined;
  const isOf =
    path.startsWith(start) && path.endsWith(end) && path.length > start.length + end.length;
  return isOf ? path.slice(start.length, path.length - end.length) : undefined;
}
