import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  hasModuleSyntax,
  isTypeScript,
  type FileListener,
  type ImportedConfig,
} from "./config-module.ts";
import { ownEntry } from "./own-entry.ts";

/**
 * For Node that strips no types: runs copies of a configuration and of the modules of its project that it imports, without
 * types. They stand beside them, so that packages are found from there, and do not stay.
 *
 * @param onFile hears the path of each module before it is read
 */
export async function importCopies(path: string, onFile?: FileListener): Promise<ImportedConfig> {
  onFile?.(path);
  const { ts } = await import("ts-morph");
  const copies = new Map<string, string>();
  let areFilesKnown = true;
  const suffix = randomBytes(4).toString("hex");
  const copy = (file: string): string => {
    const known = copies.get(file);
    if (known !== undefined) return known;
    const target = join(dirname(file), `.${basename(file)}.${suffix}.mjs`);
    copies.set(file, target);
    onFile?.(file);
    const options = {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      verbatimModuleSyntax: true,
    };
    const text = readFileSync(file, "utf8");
    const code = isTypeScript(file)
      ? ts.transpileModule(text, { fileName: file, compilerOptions: options }).outputText
      : text;
    writeFileSync(
      target,
      code.replaceAll(specifiers, (all, before: string, name: string) => {
        const address = addressOf(name, file);
        return address === undefined ? all : `${before}${JSON.stringify(address)}`;
      }),
    );
    return target;
  };
  const addressOf = (specifier: string, from: string): string | undefined => {
    const own = ownEntry(specifier);
    if (own !== undefined) return own.href;
    if (!/^\.{1,2}\//.test(specifier)) {
      areFilesKnown &&= specifier.startsWith("node:");
      return undefined;
    }
    const file = resolve(dirname(from), specifier);
    if (!existsSync(file)) return undefined;
    return pathToFileURL(isModule(file) ? copy(file) : file).href;
  };
  try {
    const start = isModule(path) ? copy(path) : path;
    const { default: value } = (await import(pathToFileURL(start).href)) as { default?: unknown };
    return { value: await value, files: new Set([path, ...copies.keys()]), areFilesKnown };
  } finally {
    for (const target of copies.values()) rmSync(target, { force: true });
  }
}

/** What modules are imported by, with what stands before it. */
const specifiers = /(\b(?:from|import)\s*\(?\s*)["']([^"'\n]+)["']/g;

function isModule(file: string): boolean {
  return (
    isTypeScript(file) || (/\.m?js$/.test(file) && hasModuleSyntax(readFileSync(file, "utf8")))
  );
}
