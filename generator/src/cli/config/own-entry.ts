import { readFileSync } from "node:fs";

/**
 * The module that `openapi-packages`, or an entry of it, stands for: a configuration may import it where it is not
 * installed, as with npx, and gets the one that runs.
 *
 * @returns `undefined` for other specifiers
 */
export function ownEntry(specifier: string): URL | undefined {
  const [, path] = /^openapi-packages(|\/.*)$/.exec(specifier) ?? [];
  if (path === undefined) return undefined;
  const root = new URL("../../../", import.meta.url);
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
    exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  const condition = import.meta.url.endsWith(".ts") ? "@openapi-packages/source" : "default";
  const target = exports[`.${path}`]?.[condition];
  return target === undefined ? undefined : new URL(target, root);
}
