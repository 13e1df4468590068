import type { ApiModel } from "../model/api-model.ts";
import { jsonFile, type EmittedFile } from "./emitted-file.ts";
import { packageName, type PackageNaming } from "./package-names.ts";

/** The parts of package.json in which generated packages differ. */
export interface PackageManifest {
  readonly folder: string;
  readonly naming: PackageNaming;
  readonly description: string;
  /** Entries beside `.`: subpath → path of its source below `src`, without extension. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Files beside the code that others import, such as `openapi.json`. */
  readonly files?: readonly string[];
  /** Files beside the code that people read. */
  readonly documents?: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** The command that `npm run build` runs after the compiler. */
  readonly afterBuild?: string;
}

/** The version of generated packages: the description's own where npm can take it. */
export function packageVersion({ version }: ApiModel): string {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version) ? version : "0.1.0";
}

/** The package.json and tsconfig.json of a generated package: ESM only, sources under a condition of their own. */
export function packageFiles(model: ApiModel, manifest: PackageManifest): EmittedFile[] {
  const { folder, naming, entries = {}, files = [], documents = [], afterBuild } = manifest;
  const exportsMap = {
    ".": entry("index"),
    ...Object.fromEntries(
      Object.entries(entries).map(([subpath, source]) => [subpath, entry(source)]),
    ),
    ...Object.fromEntries(files.map((file) => [`./${file}`, `./${file}`])),
    "./package.json": "./package.json",
  };
  return [
    jsonFile(`${folder}/package.json`, {
      name: packageName(naming, folder),
      version: packageVersion(model),
      description: manifest.description,
      license: "Apache-2.0",
      type: "module",
      sideEffects: false,
      engines: { node: ">=22" },
      exports: exportsMap,
      files: ["dist", "src", ...files, ...documents],
      scripts: {
        build:
          afterBuild === undefined
            ? "tsc -p tsconfig.json"
            : `tsc -p tsconfig.json && ${afterBuild}`,
      },
      dependencies: manifest.dependencies,
      ...(manifest.peerDependencies === undefined
        ? {}
        : { peerDependencies: manifest.peerDependencies }),
    }),
    jsonFile(`${folder}/tsconfig.json`, buildConfiguration),
  ];
}

function entry(source: string): Record<string, string> {
  return {
    "@openapi-packages/source": `./src/${source}.ts`,
    types: `./dist/${source}.d.ts`,
    default: `./dist/${source}.js`,
  };
}

const buildConfiguration = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    types: [],
    rootDir: "src",
    outDir: "dist",
    declaration: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  },
  include: ["src"],
};
