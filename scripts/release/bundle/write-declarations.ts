import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { repositoryRoot } from "../../repository.ts";
import { run } from "../run.ts";
import { bundledFolder, bundledPackages, entryNames, isKept } from "./bundled-package.ts";
import { morphTypes } from "./library-types.ts";

/** Where the compiler writes declarations, in folders as those of the repository. */
const emitted = join(repositoryRoot, "node_modules", ".cache", "release", "declarations");

const ownSources = posix.join(bundledFolder, "src");

/**
 * Writes the declarations of the package's entries, and of all modules that they refer to: those of the packages within the bundle
 * into `packages`, and what they need of ts-morph into `libraries`.
 *
 * @param folder `dist` of the package
 * @throws {Error} if a declaration refers to a package that is not installed with this one
 */
export function writeDeclarations(folder: string): void {
  const entries = entryNames().filter((name) => name !== "cli");
  const sources = entries.map((name) => posix.join(ownSources, `${name}.ts`));
  emit(sources);
  const found = sources.map((path) => path.replace(/\.ts$/, ".d.ts"));
  const morphNames = new Set<string>();
  // Grows during the loop by the files that each refers to.
  for (const path of found) {
    const text = readFileSync(join(emitted, path), "utf8");
    for (const [, names = ""] of text.matchAll(/import (?:type )?\{([^}]*)\} from "ts-morph"/g))
      for (const name of names.split(",")) morphNames.add(name.replace("type ", "").trim());
    const linked = text.replaceAll(
      /(\bfrom |\bimport\()"([^"]+)"/g,
      (statement, before: string, specifier: string) => {
        const target = declarationOf(specifier, path);
        if (target === undefined) return statement;
        if (!found.includes(target) && !target.startsWith("libraries/")) found.push(target);
        return `${before}"${pathBetween(placeOf(path), placeOf(target))}"`;
      },
    );
    write(join(folder, placeOf(path)), linked);
  }
  write(join(folder, "libraries", "ts-morph.d.ts"), morphTypes(morphNames));
}

/** Emits the declarations of modules and of all that they import, from the repository's root. */
function emit(files: readonly string[]): void {
  rmSync(emitted, { recursive: true, force: true });
  // As sources, since the compiler emits nothing for installed packages.
  const paths = bundledPackages.flatMap((name) => [
    [`@openapi-packages/${name}`, [join(repositoryRoot, "packages", name, "src", "index.ts")]],
    [`@openapi-packages/${name}/*`, [join(repositoryRoot, "packages", name, "src", "*.ts")]],
  ]);
  const config = {
    extends: join(repositoryRoot, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: repositoryRoot,
      outDir: emitted,
      paths: Object.fromEntries(paths) as unknown,
      typeRoots: [join(repositoryRoot, "node_modules", "@types")],
    },
    include: [],
    files: files.map((path) => join(repositoryRoot, path)),
  };
  const project = join(emitted, "tsconfig.json");
  write(project, JSON.stringify(config));
  const compiler = join(repositoryRoot, "node_modules", "typescript-7", "bin", "tsc");
  run(repositoryRoot, process.execPath, compiler, "-p", project);
}

/**
 * Returns the emitted file that an import leads to, with its path from the repository's root; `undefined` for packages that
 * are installed with this one, and for examples in comments.
 */
function declarationOf(specifier: string, from: string): string | undefined {
  if (specifier === "ts-morph") return "libraries/ts-morph.d.ts";
  if (specifier.startsWith(".")) {
    const path = posix.join(posix.dirname(from), specifier.replace(/\.[jt]s$/, ".d.ts"));
    return existsSync(join(emitted, path)) ? path : undefined;
  }
  const [, name = "", module = "index"] =
    /^@openapi-packages\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (bundledPackages.includes(name)) return `packages/${name}/src/${module}.d.ts`;
  if (isKept(specifier) || specifier.startsWith("openapi-packages")) return undefined;
  throw new Error(`the declarations of ${from} import ${specifier}, which is not installed`);
}

/** Returns where a file stands in `dist`. */
const placeOf = (path: string): string =>
  path.replace(`${ownSources}/`, "").replace(/^(packages\/[^/]+)\/src\//, "$1/");

function pathBetween(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.d\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
