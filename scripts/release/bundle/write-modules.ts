import { join } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { repositoryRoot } from "../../repository.ts";
import { bundledFolder, entryNames, isKept } from "./bundled-package.ts";
import { oneTypeScript, writeTypeScript } from "./libraries.ts";

/**
 * Modules that are in one file, the first before all others: those named here, those of the folders named here, and all that they
 * import. What only some runs need, such as overlays, stays apart and is loaded with them.
 */
const together: readonly (readonly [name: string, ...paths: string[]])[] = [
  // Before the compile cache is on nothing else is loaded.
  ["cache-folder", "packages/description/src/files/cache-folder.ts"],
  ["command", "packages/cli/src/main.ts"],
  ["description", "packages/compiler/src/mock/serve/read-description.ts"],
  ["generator", "generator/src/index.ts", "generator/src/commands/run-generate.ts"],
  [
    "output",
    "generator/src/emit/",
    "generator/src/print/",
    "generator/src/project/project-imports.ts",
    "generator/src/write/write-packages.ts",
    "packages/cli/src/project/",
  ],
];

/**
 * Libraries whose modules do nothing when they are loaded but define what they export, though their package.json does not say so.
 */
const withoutEffects = /\/node_modules\/(?:openapi-typescript|@redocly|ts-morph|yaml|js-yaml)\//;

/**
 * Bundles the generator and what it depends on into ECMAScript modules.
 *
 * @param folder where they go: `dist` of the package
 * @returns the paths of the files that are within
 * @throws {Error} if the bundler warns
 */
export async function writeModules(folder: string): Promise<string[]> {
  const sources = join(repositoryRoot, bundledFolder, "src");
  const bundle = await rolldown({
    cwd: repositoryRoot,
    platform: "node",
    input: Object.fromEntries(entryNames().map((name) => [name, join(sources, `${name}.ts`)])),
    external: (specifier) => isKept(specifier),
    resolve: { conditionNames: ["@openapi-packages/source", "import", "node", "default"] },
    treeshake: { moduleSideEffects: (id) => !withoutEffects.test(id) },
    plugins: [oneTypeScript],
    // Modules that several commands load are in files that all of these load anyway.
    checks: { ineffectiveDynamicImport: false },
    onLog(level, { message }) {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    // Lines of a stack trace can be read in the file, so ours is not minified, and there are no maps.
    minify: false,
    comments: { legal: false, annotation: false, jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      groups: together.map(([name, ...paths], index) => ({
        name,
        test: (id: string) => paths.some((path) => id.startsWith(join(repositoryRoot, path))),
        priority: together.length - index,
      })),
    },
  });
  await bundle.close();
  await writeTypeScript(folder);
  const chunks = output.filter((one): one is OutputChunk => one.type === "chunk");
  return chunks.flatMap(({ modules }) => Object.keys(modules));
}
