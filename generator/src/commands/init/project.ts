import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isObject, type JsonObject } from "@openapi-packages/description/json/json";
import { parseText } from "@openapi-packages/description/load/read/parse-text";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import { configNames } from "@openapi-packages/cli/config/find-config";

/** The project in a folder, as far as `init` needs it. */
export interface Project {
  /** The absolute path of the folder. */
  readonly folder: string;
  /** The text of its package.json; `undefined` if it has none. */
  readonly manifestText: string | undefined;
  readonly manifest: JsonObject;
  /** The folders of its workspaces as globs: `packages/*`. */
  readonly workspaces: readonly string[];
  /** The version ranges of its dependencies, by name. */
  readonly dependencies: Readonly<Record<string, unknown>>;
  /** The descriptions with usual names that were found in it, relative to the folder. */
  readonly descriptions: readonly string[];
  /** Without those, the descriptions with other names. */
  readonly otherDescriptions: readonly string[];
  /** True if it has sources of its own, at the root or in `src`. */
  readonly hasSources: boolean;
  /** The file name of its configuration; `undefined` if it has none. */
  readonly config: string | undefined;
  has(path: string): boolean;
  /** True if `type` of its package.json decides what some of its own modules are, in whatever folder. */
  hasTypedModules(): boolean;
}

/** The folders that are searched for descriptions. */
const descriptionFolders = [".", "api", "spec", "openapi", "docs", "src", "public"];

/**
 * Reads the project in a folder.
 *
 * @throws {UsageError} when its package.json is not a JSON object
 */
export function lookAtProject(folder: string): Project {
  const has = (path: string): boolean => existsSync(join(folder, path));
  const isFolder = (path: string): boolean =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
  const manifestText = has("package.json")
    ? readFileSync(join(folder, "package.json"), "utf8")
    : undefined;
  const manifest = parsed(manifestText);
  const kinds = [manifest["dependencies"], manifest["devDependencies"]].filter(isObject);
  return {
    folder,
    manifestText,
    manifest,
    workspaces: workspacesOf(folder, manifest),
    dependencies: Object.assign({}, ...kinds) as Record<string, unknown>,
    ...descriptionsIn(folder, descriptionFolders.filter(isFolder)),
    hasSources: [".", "src"]
      .filter(isFolder)
      .some((one) => readdirSync(join(folder, one)).some(isSource)),
    config: configNames.find(has),
    has,
    hasTypedModules: () => hasTypedModules(folder),
  };
}

function descriptionsIn(
  folder: string,
  folders: readonly string[],
): Pick<Project, "descriptions" | "otherDescriptions"> {
  const documents = folders.flatMap((one) =>
    readdirSync(join(folder, one))
      .filter((name) => /\.(?:ya?ml|json)$/i.test(name))
      .toSorted()
      .map((name) => (one === "." ? name : `${one}/${name}`)),
  );
  const isUsual = (path: string): boolean => /^(?:openapi|swagger|api)\.\w+$/i.test(basename(path));
  const descriptions = documents.filter(isUsual);
  const isOther = (path: string): boolean =>
    descriptions.length === 0 && isDescription(join(folder, path));
  return { descriptions, otherDescriptions: documents.filter(isOther) };
}

/** True for a file that begins as OpenAPI does; another program may have written much into it. */
function isDescription(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const start = readFileSync(path, "utf8").slice(0, 2000);
  return /^[\s{]*["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?[23]\.\d/m.test(start);
}

/** Looks for modules without a kind in their extension; installed ones and other packages have a package.json of their own. */
function hasTypedModules(folder: string): boolean {
  const entries = entriesOf(folder);
  const isModule = entries.some(
    (one) => one.isFile() && /\.[jt]sx?$/.test(one.name) && !configNames.includes(one.name),
  );
  return (
    isModule ||
    entries.some(
      (one) =>
        one.isDirectory() &&
        one.name !== "node_modules" &&
        !one.name.startsWith(".") &&
        !existsSync(join(folder, one.name, "package.json")) &&
        hasTypedModules(join(folder, one.name)),
    )
  );
}

/** The entries of a folder; none where it may not be read, as the data of a database. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isSource(name: string): boolean {
  // Hidden files, such as Yarn's `.pnp.cjs`, belong to tools.
  return /^[^.].*\.[cm]?[jt]sx?$/.test(name) && !configNames.includes(name);
}

function parsed(text = "{}"): JsonObject {
  let value: unknown;
  try {
    // npm accepts a byte order mark too.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(`package.json is not JSON: ${cause}; nothing was changed`, {
      cause: error,
    });
  }
  if (!isObject(value)) throw new UsageError("package.json is not an object; nothing was changed");
  return value;
}

/** Reads the workspaces of package.json, for npm, Yarn and Bun, or of pnpm-workspace.yaml. */
function workspacesOf(folder: string, { workspaces }: JsonObject): string[] {
  const listed = isObject(workspaces) ? workspaces["packages"] : workspaces;
  if (Array.isArray(listed)) return listed.filter((one) => typeof one === "string");
  const pnpm = join(folder, "pnpm-workspace.yaml");
  if (!existsSync(pnpm)) return [];
  const { value } = parseText(readFileSync(pnpm, "utf8"));
  const packages = isObject(value) ? value["packages"] : undefined;
  return Array.isArray(packages) ? packages.filter((one) => typeof one === "string") : [];
}

/** Returns an npm scope for the packages of a project: that of its own name, or one derived from it. */
export function scopeOf({ manifest, folder }: Project): string {
  const name = typeof manifest["name"] === "string" ? manifest["name"] : basename(folder);
  const [, scope] = /^(@[a-z0-9~-][a-z0-9._~-]*)\//.exec(name) ?? [];
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return scope ?? `@${plain === "" ? "api" : plain}`;
}

/** Returns the frameworks that a project depends on, of those that `scaffold` writes an entry for. */
export function frameworksOf({ dependencies }: Project): string[] {
  return ["fastify", "hono", "express"].filter((name) => name in dependencies);
}

/** Names of packages to write. */
export type Packages = NonNullable<OptionValues["packages"]>;

/** Returns the parts of a folder to generate for a project, by its dependencies. */
export function packagesFor(project: Project): Packages {
  const { dependencies } = project;
  const hasTests = "vitest" in dependencies || "msw" in dependencies;
  const isService = frameworksOf(project).length > 0;
  const hasPaths = "openapi-typescript" in dependencies || "openapi-fetch" in dependencies;
  return [
    ...(hasPaths ? (["paths"] as const) : []),
    "client",
    ...(isService ? (["server"] as const) : []),
    ...(hasTests ? (["mocks"] as const) : []),
  ];
}
