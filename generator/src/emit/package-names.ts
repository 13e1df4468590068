import { posix } from "node:path";
import type { layouts } from "@openapi-packages/cli/options/choices";

/** The layouts of generated code: npm packages of a workspace, or one folder inside of an app. */
export type Layout = (typeof layouts)[number];

/** The parts of the names of generated packages, and their layout. */
export interface PackageNaming {
  /** The npm scope of the packages, `@acme` for `@acme/client`. */
  readonly scope?: string;
  /**
   * The prefix of the package names, `acme` for `acme-client`; with a scope, `@scope/acme-client`.
   */
  readonly name?: string;
  /**
   * - `packages` (default): an npm package for each part, for a workspace or to be published
   * - `folder`: a folder of TypeScript for each part, which import each other by relative path, for
   *   an app that has a bundler, tsx or Node's type stripping
   */
  readonly layout?: Layout;
}

/** Decides whether the contract is a part of its own, or is in the modules of the client. */
export interface ContractPlace {
  /**
   * `client` if only a client in a folder needs them: they are part of its modules then, so that all
   * that belongs to a tag is in one file. Omitted: the contract is a part of its own.
   */
  readonly contractIn?: "client";
  /** True if such a client receives webhooks, and has the validators of these. */
  readonly hasWebhooks?: boolean;
}

/** The modules that are parts of the client's `core.ts` if the client has no contract beside it. */
const partsOfCore: ReadonlySet<string> = new Set([
  "contract/src/api.ts",
  "contract/src/common-error.ts",
  "contract/src/sensitive.ts",
  "contract/src/servers.ts",
  "client/src/errors.ts",
]);

/**
 * Returns where a module stands whose own place is a path: itself, or with the contract in the
 * client one of the client's modules.
 */
export function moduleHome(path: string, { contractIn }: ContractPlace): string {
  if (contractIn === undefined) return path;
  if (partsOfCore.has(path)) return "client/src/core.ts";
  return path
    .replace(/^contract\/src\/operations\/(?=[^/]+$)/, "client/src/")
    .replace(/^contract\/src\//, "client/src/types/");
}

/** The name of the overlay with `x-codeSamples`, in the contract. */
export const codeSamplesName = "code-samples.overlay.json";

/** Returns the name of a part's package: `@acme/client`, `acme-client` or `@scope/acme-client`. */
export function packageName({ scope, name }: PackageNaming, part: string): string {
  const own = name === undefined ? part : `${name}-${part}`;
  return scope === undefined ? own : `${scope}/${own}`;
}

/**
 * Returns the specifier by which a file imports a module: a relative path within a part, and the
 * entry of the package for another part. In the layout `folder` it is always a relative path.
 *
 * @param path the importing file's path relative to the output folder, as emitters write it:
 * `client/src/index.ts`
 * @param module the path of an emitted file in the same form; anything else is returned unchanged
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

/** Returns the path of an emitted file in the layout `folder`: without `src` and `dist`. */
export function placedPath(path: string): string {
  return path.replace(/^([^/]+)\/(?:src|dist)\//, "$1/");
}

/** Returns the relative path by which one file imports another. */
export function relativeSpecifier(from: string, module: string): string {
  const relative = posix.relative(posix.dirname(from), module);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

const emittedModule = /^([^@./][^/]*)\/src\/(.+\.[jt]s)$/;

/** Matches the modules that have an entry of their own, besides the index. */
const ownEntry =
  /^(api|codecs|error-bodies|guards|operations\/.+|received|schema-validators|serializers(?:\/.+)?|validators(?:\/.+)?|webhooks)\.[jt]s$/;
