type Known = { pattern: RegExp; methods: Set<string> };

const routes = new Map<string, Known>();

/** Remembers which methods a path has. */
export function noteRoute({ url, method }: { url: string; method: string | string[] }): void {
  const known = routes.get(url) ?? {
    pattern: new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`),
    methods: new Set(),
  };
  routes.set(url, known);
  for (const name of [method].flat()) known.methods.add(name);
}

/** The methods of the path of a request; none where there is nothing at it. */
export function methodsAt(target: string): string[] {
  const path = target.split("?")[0] ?? "";
  const found = [...routes.values()].filter(({ pattern }) => pattern.test(path));
  return [...new Set(found.flatMap(({ methods }) => [...methods]))];
}
