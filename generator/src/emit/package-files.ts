import spdxIdentifiers from "spdx-license-ids/index.json" with { type: "json" };
import { objectMember, stringMember } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { jsonFile, type EmittedFile, type PackageKeys } from "./emitted-file.ts";
import { packageName, type PackageNaming } from "./package-names.ts";

/** The parts of package.json that differ between generated packages. */
export interface PackageManifest {
  readonly folder: string;
  readonly naming: PackageNaming;
  readonly description: string;
  /**
   * The entries besides `.`: subpath → source path below `src`, without extension unless it is
   * `.js`.
   */
  readonly entries?: Readonly<Record<string, string>>;
  /** Other files that can be imported, such as `openapi.json`. */
  readonly files?: readonly string[];
  /** Other files for readers, such as `AGENTS.md`. */
  readonly documents?: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** The packages that only users of some entries install. */
  readonly optionalPeers?: Readonly<Record<string, string>>;
}

/** Returns the version of generated packages: the description's own, if npm accepts it. */
export function packageVersion({ version }: ApiModel): string {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version) ? version : "0.1.0";
}

/**
 * The keys of a package.json that must match the generated code, and that each run updates. All
 * other keys belong to the package's owner: they are only written with a new file.
 */
const ownKeys: ReadonlySet<string> = new Set([
  "name",
  "type",
  "sideEffects",
  "exports",
  "files",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
]);

/**
 * Emits the package.json and tsconfig.json of a generated package: ESM only, with compiled files
 * next to the sources.
 */
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
    // A package without a licence is private, so that nobody publishes it by mistake.
    ...(license === undefined ? { private: true } : { license }),
    type: "module",
    sideEffects: false,
    engines: { node: ">=22" },
    exports: exportsMap,
    // The record of a run is only useful where the generator runs.
    files: ["dist", "!dist/.openapi-packages.json", "src", ...files, ...documents],
    dependencies: manifest.dependencies,
    ...peersOf(manifest),
  };
  return [
    { kind: "package", path: `${folder}/package.json`, content, own: ownKeys },
    jsonFile(`${folder}/tsconfig.json`, editorConfiguration),
  ];
}

function peersOf({ peerDependencies, optionalPeers = {} }: PackageManifest): PackageKeys {
  const optional = Object.keys(optionalPeers);
  return {
    ...(peerDependencies === undefined && optional.length === 0
      ? {}
      : { peerDependencies: { ...peerDependencies, ...optionalPeers } }),
    ...(optional.length === 0
      ? {}
      : {
          peerDependenciesMeta: Object.fromEntries(
            optional.map((name) => [name, { optional: true }]),
          ),
        }),
  };
}

/**
 * Returns the description's licence as an SPDX identifier, as npm requires (OpenAPI 3.1, License
 * Object); `undefined` for others.
 */
function licenseOf({ original }: ApiModel): string | undefined {
  const license = objectMember(objectMember(original, "info"), "license");
  const identifier = stringMember(license, "identifier");
  if (identifier !== undefined) return identifier;
  const name = stringMember(license, "name");
  return name !== undefined && spdxIdentifiers.includes(name) ? name : undefined;
}

function entry(given: string): Record<string, string | Record<string, string>> {
  // Code compiled ahead of time is ECMAScript with declaration files.
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

/** The configuration for editors that show the sources; no build reads it. */
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
