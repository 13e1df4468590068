import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "rolldown";
import { minify } from "rolldown/utils";
import { repositoryRoot } from "../../repository.ts";

/** ts-morph's TypeScript, from the folder of the modules: a file of its own, which Node's compile cache has as a whole. */
const compiler = "./typescript/typescript.cjs";

/** The module that hands out the compiler: `\0` keeps other plugins and the resolution away from it. */
const compilerModule = "\0typescript";

const fromGenerator = createRequire(join(repositoryRoot, "generator", "package.json"));
const fromMorph = createRequire(fromGenerator.resolve("ts-morph"));

/** The folder of `@ts-morph/common`, which has TypeScript, and the declarations of its libraries as texts. */
const common = dirname(fromMorph.resolve("@ts-morph/common"));

/**
 * Gives all libraries the TypeScript of ts-morph, and takes the declarations of TypeScript's libraries out of ts-morph: every
 * run would read them, though only a comparison of compiled code needs them, as files.
 */
export const oneTypeScript: Plugin = {
  name: "one-typescript",
  resolveId(specifier, importer = "") {
    const isOfMorph = specifier === "./typescript" && importer.startsWith(common);
    if (isOfMorph || specifier === "typescript") return compilerModule;
    return specifier === compiler ? { id: compiler, external: true } : undefined;
  },
  load(id) {
    if (id === compilerModule)
      return { code: `module.exports = require("${compiler}");`, moduleType: "js" };
    return id === join(common, "ts-morph-common.js") ? withoutDeclarations(id) : undefined;
  },
};

function withoutDeclarations(path: string): string {
  const text = readFileSync(path, "utf8");
  const list = /^const libFiles = \[\{$.*?^\s*\}\];$/ms;
  if (!list.test(text)) throw new Error(`${path} has no list of declarations: const libFiles`);
  return text.replace(list, "const libFiles = [];");
}

/**
 * Writes TypeScript into the folder of the modules, with the declarations of its libraries beside it, where it looks for them.
 * Its names are shortened, which halves it; ours are not, since stack traces have them.
 */
export async function writeTypeScript(folder: string): Promise<void> {
  const target = join(folder, compiler);
  mkdirSync(dirname(target), { recursive: true });
  const text = readFileSync(join(common, "typescript.js"), "utf8");
  const options = { compress: false, mangle: true, codegen: { removeWhitespace: true } } as const;
  const { code, errors } = await minify("typescript.cjs", text, options);
  if (errors.length > 0) throw new AggregateError(errors, "TypeScript cannot be minified");
  writeFileSync(target, code);
  const { getLibFiles } = fromMorph("@ts-morph/common") as {
    getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[];
  };
  for (const { fileName, text: declarations } of getLibFiles())
    writeFileSync(join(dirname(target), fileName), declarations);
  if (!existsSync(join(dirname(target), "lib.es5.d.ts")))
    throw new Error("TypeScript has no declarations of its libraries");
}
