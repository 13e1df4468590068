import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The value of a configuration that is a module, and the modules that it is made of. */
export interface ImportedConfig {
  /** Its default export. */
  readonly value: unknown;
  /** Absolute paths: its own, and those of all that it imports. */
  readonly files: ReadonlySet<string>;
  /** False where it may import modules that are not in `files`. */
  readonly areFilesKnown: boolean;
}

const isTypeScript = (path: string): boolean => /\.[cm]?ts$/.test(path);

/**
 * Runs a configuration's module as it is on disk now, with all modules of its project that it imports. Node strips the
 * types; where it is too old for that, TypeScript does.
 *
 * @throws {Error} whatever running it throws
 */
export async function importConfig(path: string): Promise<ImportedConfig> {
  return typeof nodeModule.registerHooks === "function" ? importWithHooks(path) : importAlone(path);
}

async function importWithHooks(path: string): Promise<ImportedConfig> {
  const files = new Set([path]);
  // Node keeps modules by their addresses: those with another query are loaded anew.
  const version = `openapi-packages=${randomBytes(8).toString("hex")}`;
  const isImported = (url: string | undefined): boolean =>
    url?.startsWith("file:") === true && files.has(fileURLToPath(url));
  const hooks = nodeModule.registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!isImported(context.parentURL)) return nextResolve(specifier, context);
      if (specifier === "openapi-packages") return { url: ownEntry().href, shortCircuit: true };
      const resolved = nextResolve(specifier, context);
      if (!resolved.url.startsWith("file:")) return resolved;
      const file = fileURLToPath(resolved.url);
      files.add(file);
      if (isInstalled(file)) return resolved;
      return { ...resolved, url: `${resolved.url.replace(/\?.*$/, "")}?${version}` };
    },
    load(url, context, nextLoad) {
      if (!isImported(url) || isInstalled(fileURLToPath(url))) return nextLoad(url, context);
      return loadModule(url, context, nextLoad);
    },
  });
  try {
    const { default: value } = (await import(`${pathToFileURL(path).href}?${version}`)) as {
      default?: unknown;
    };
    return { value: await value, files, areFilesKnown: true };
  } finally {
    hooks.deregister();
  }
}

/** Modules of other packages stay as they are while the process runs. */
const isInstalled = (file: string): boolean => /[\\/]node_modules[\\/]/.test(file);

/** This package's main module: a configuration may import it where it is not installed, as with npx. */
function ownEntry(): URL {
  return new URL(`../../index${extname(import.meta.url)}`, import.meta.url);
}

/** Loads a module of the project as the kind that its text says it is, whatever its package.json says. */
function loadModule(
  url: string,
  context: nodeModule.LoadHookContext,
  nextLoad: (url: string, context: nodeModule.LoadHookContext) => nodeModule.LoadFnOutput,
): nodeModule.LoadFnOutput {
  const path = fileURLToPath(url);
  if (!/\.[mc]?[jt]s$/.test(path)) return nextLoad(url, context);
  const text = readFileSync(path, "utf8");
  const isModule = /\.m[jt]s$/.test(path) || (!/\.c[jt]s$/.test(path) && hasModuleSyntax(text));
  if (!isModule) return nextLoad(url, context);
  if (!isTypeScript(path)) return nextLoad(url, { ...context, format: "module" });
  if (process.features.typescript !== false && process.features.typescript !== undefined)
    return nextLoad(url, { ...context, format: "module-typescript" });
  return { format: "module", source: stripTypes(text, path), shortCircuit: true };
}

const hasModuleSyntax = (text: string): boolean => /^\s*(?:import|export)\b/m.test(text);

function stripTypes(text: string, path: string): string {
  // Loaded here, so that only those pay for it whose Node cannot strip types.
  const typescript = nodeModule.createRequire(import.meta.url)(
    "typescript",
  ) as typeof import("typescript");
  const { outputText } = typescript.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      module: typescript.ModuleKind.ESNext,
      target: typescript.ScriptTarget.ESNext,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  });
  return outputText;
}

/** For Node before 22.15: a configuration in TypeScript is run from a module beside it, which does not stay. */
async function importAlone(path: string): Promise<ImportedConfig> {
  const text = readFileSync(path, "utf8");
  const isPassing = isTypeScript(path) || hasModuleSyntax(text);
  const suffix = randomBytes(4).toString("hex");
  const passing = join(dirname(path), `.${basename(path)}.${suffix}.mjs`);
  if (isPassing) writeFileSync(passing, isTypeScript(path) ? stripTypes(text, path) : text);
  try {
    const module = (await import(pathToFileURL(isPassing ? passing : path).href)) as {
      default?: unknown;
    };
    const areFilesKnown = !/\b(?:import|from|require)\b[\s(]*["'](?!openapi-packages["'])/.test(
      text,
    );
    return { value: await module.default, files: new Set([path]), areFilesKnown };
  } finally {
    if (isPassing) rmSync(passing, { force: true });
  }
}
