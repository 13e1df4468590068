import spdxIdentifiers from "spdx-license-ids/index.json" with { type: "json" };
import { objectMember, stringMember } from "../json.ts";
import type { ApiModel } from "../model/api-model.ts";
import { jsonFile, type EmittedFile } from "./emitted-file.ts";
import { packageName, type PackageNaming } from "./package-names.ts";

/** The parts of package.json in which generated packages differ. */
export interface PackageManifest {
  readonly folder: string;
  readonly naming: PackageNaming;
  readonly description: string;
  /** Entries beside `.`: subpath → path of its source below `src`, without extension unless that is `.js`. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Files beside the code that others import, such as `openapi.json`. */
  readonly files?: readonly string[];
  /** Files beside the code that people read. */
  readonly documents?: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The version of generated packages: the description's own where npm can take it. */
export function packageVersion({ version }: ApiModel): string {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version) ? version : "0.1.0";
}

/**
 * The keys of a package.json that have to fit the generated code, and that each run brings up to date. All
 * others are the owner's of the package: a run writes them with a new file, and never again.
 */
const ownKeys: ReadonlySet<string> = new Set([
  "name",
  "type",
  "sideEffects",
  "exports",
  "files",
  "dependencies",
  "peerDependencies",
]);

/** The package.json and tsconfig.json of a generated package: ESM only, compiled files beside the sources. */
export function packageFiles(model: ApiModel, manifest: PackageManifest): EmittedFile[] {
  const { folder, naming, entries = {}, files = [], documents = [] } = manifest;
  const exportsMap = {
    ".": entry("index"),
    ...Object.fromEntries(
      Object.entries(entries).map(([subpath, source]) => [subpath, entry(source)]),
    ),
    ...Object.fromEntries(files.map((file) => [`./${file}`, `./${file}`])),
    "./package.json": "./package.json",
  };
  const license = licenseOf(model);
  const content = {
    name: packageName(naming, folder),
    version: packageVersion(model),
    description: manifest.description,
    // Nobody publishes by mistake what nobody has given a licence for.
    ...(license === undefined ? { private: true } : { license }),
    type: "module",
    sideEffects: false,
    engines: { node: ">=22" },
    exports: exportsMap,
    // The record of what a run wrote is of use where the generator runs.
    files: ["dist", "!dist/.openapi-packages.json", "src", ...files, ...documents],
    dependencies: manifest.dependencies,
    ...(manifest.peerDependencies === undefined
      ? {}
      : { peerDependencies: manifest.peerDependencies }),
  };
  return [
    { kind: "package", path: `${folder}/package.json`, content, own: ownKeys },
    jsonFile(`${folder}/tsconfig.json`, editorConfiguration),
  ];
}

/** The licence of a description as npm wants it, an identifier of SPDX (OpenAPI 3.1, License Object); `undefined` for others. */
function licenseOf({ original }: ApiModel): string | undefined {
  const license = objectMember(objectMember(original, "info"), "license");
  const identifier = stringMember(license, "identifier");
  if (identifier !== undefined) return identifier;
  const name = stringMember(license, "name");
  return name !== undefined && spdxIdentifiers.includes(name) ? name : undefined;
}

function entry(given: string): Record<string, string | Record<string, string>> {
  // What was compiled when it was generated is ECMAScript, with its declarations beside it.
  const source = given.replace(/\.js$/, "");
  return {
    "@openapi-packages/source":
      given === source
        ? `./src/${source}.ts`
        : { types: `./src/${source}.d.ts`, default: `./src/${given}` },
    types: `./dist/${source}.d.ts`,
    default: `./dist/${source}.js`,
  };
}

/** For editors that show the sources, and for nothing else: no build reads it. */
const editorConfiguration = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    types: [],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    isolatedDeclarations: true,
    declaration: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ["src"],
};
