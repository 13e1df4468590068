import { posix } from "node:path";

/** The layouts of generated code: npm packages of a workspace, or one folder inside of an app. */
export type Layout = "packages" | "folder";

/** All of {@link Layout}. */
export const layouts = ["packages", "folder"] as const satisfies readonly Layout[];

/** What the names of generated packages are made of, and whether there are packages at all. */
export interface PackageNaming {
  /** The npm scope of the packages, `@acme` for `@acme/client`. */
  readonly scope?: string;
  /** What the names of the packages begin with, `acme` for `acme-client`; with a scope, `@scope/acme-client`. */
  readonly name?: string;
  /**
   * - `packages` (default): an npm package for each part, for a workspace or to be published
   * - `folder`: a folder of TypeScript for each part, which import each other by relative path, for
   *   an app that has a bundler, tsx or Node's type stripping
   */
  readonly layout?: Layout;
}

/** The name of a part's package: `@acme/client`, `acme-client` or `@scope/acme-client`. */
export function packageName({ scope, name }: PackageNaming, part: string): string {
  const own = name === undefined ? part : `${name}-${part}`;
  return scope === undefined ? own : `${scope}/${own}`;
}

/**
 * How a file imports a module: a file of the same part by relative path, and one of another part by its
 * package's entry or, where parts are folders, by relative path too.
 *
 * @param path the importing file's path relative to the output folder, as emitters write it: `client/src/index.ts`
 * @param module an emitted file's path of the same form; anything else is a specifier already
 */
export function importSpecifier(path: string, module: string, naming: PackageNaming): string {
  const [, other = "", file = ""] = emittedModule.exec(module) ?? [];
  if (other === "") return module;
  if (path.startsWith(`${other}/`)) return relativeSpecifier(path, module);
  if (naming.layout === "folder") return relativeSpecifier(placedPath(path), placedPath(module));
  const entry = ownEntry.exec(file)?.[1];
  const name = packageName(naming, other);
  return entry === undefined ? name : `${name}/${entry}`;
}

/** The path of an emitted file where parts are folders: without `src` and `dist`. */
export function placedPath(path: string): string {
  return path.replace(/^([^/]+)\/(?:src|dist)\//, "$1/");
}

/** The path of one file as another imports it. */
export function relativeSpecifier(from: string, module: string): string {
  const relative = posix.relative(posix.dirname(from), module);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

const emittedModule = /^([^@./][^/]*)\/src\/(.+\.[jt]s)$/;

/** The modules that a package has an entry for beside its index. */
const ownEntry =
  /^(api|codecs|error-bodies|guards|operations\/.+|received|schema-validators|serializers(?:\/.+)?|validators(?:\/.+)?|webhooks)\.[jt]s$/;
