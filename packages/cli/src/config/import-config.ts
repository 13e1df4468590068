import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { resolveInstalled } from "../load-commands.ts";

/** A function that is called with the absolute path of a file. */
export type FileListener = (path: string) => void;

/** The value of a configuration that is a module, and the modules that it imports. */
export interface ImportedConfig {
  /** Its default export. */
  readonly value: unknown;
  /** The absolute paths of the module and of the project's modules that it imports. */
  readonly files: ReadonlySet<string>;
}

/**
 * Runs the current text of a configuration's module and of all modules of its project that it imports.
 *
 * @param onFile is called with the path of each of them before it is read
 * @throws {Error} whatever the module throws
 */
export async function importConfig(path: string, onFile?: FileListener): Promise<ImportedConfig> {
  onFile?.(path);
  const files = new Set([path]);
  // Node caches modules by URL: another query loads them again.
  const version = `openapi-packages=${randomBytes(8).toString("hex")}`;
  const isImported = (url: string | undefined): boolean =>
    url?.startsWith("file:") === true && files.has(fileURLToPath(url));
  const hooks = nodeModule.registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!isImported(context.parentURL)) return nextResolve(specifier, context);
      const own = ownEntry(specifier, dirname(path));
      if (own !== undefined) return { url: own.href, shortCircuit: true };
      const resolved = nextResolve(specifier, context);
      if (!resolved.url.startsWith("file:")) return resolved;
      const file = fileURLToPath(resolved.url);
      onFile?.(file);
      files.add(file);
      if (isInstalled(file)) return resolved;
      return { ...resolved, url: `${resolved.url.replace(/\?.*$/, "")}?${version}` };
    },
    load(url, context, nextLoad) {
      const format = isImported(url) ? formatOf(fileURLToPath(url)) : undefined;
      return nextLoad(url, format === undefined ? context : { ...context, format });
    },
  });
  try {
    const { default: value } = (await import(`${pathToFileURL(path).href}?${version}`)) as {
      default?: unknown;
    };
    return { value: await value, files };
  } finally {
    hooks.deregister();
  }
}

/** True for modules of installed packages, which are not loaded again while the process runs. */
const isInstalled = (file: string): boolean => /[\\/]node_modules[\\/]/.test(file);

/**
 * The format of a project's module with `import` or `export`, whatever its package.json says. This also avoids Node's
 * warning about a package.json without `type`.
 */
function formatOf(path: string): string | undefined {
  if (isInstalled(path) || !/\.[jt]s$/.test(path)) return undefined;
  if (!/^\s*(?:import|export)\b/m.test(readFileSync(path, "utf8"))) return undefined;
  return path.endsWith("ts") ? "module-typescript" : "module";
}

/**
 * Resolves `openapi-packages` and its entries to the running package, so that a configuration can import them even if
 * they are not installed, as with npx.
 *
 * @returns `undefined` for other specifiers, and without that package
 */
function ownEntry(specifier: string, folder: string): URL | undefined {
  if (!/^openapi-packages(?:\/|$)/.test(specifier)) return undefined;
  const path = resolveInstalled(specifier, folder);
  return path === undefined ? undefined : pathToFileURL(path);
}
