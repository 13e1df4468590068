import { execFile } from "node:child_process";
import { isObject, type Json } from "../../json.ts";
import { UsageError } from "../../usage-error.ts";
import { GitFiles } from "./git-files.ts";

/** A version of a package that stands in a registry of npm. */
export interface PublishedRelease {
  readonly name: string;
  readonly version: string;
  /** The commit that it was published from; npm records it, pnpm does not. */
  readonly gitHead?: string | undefined;
}

/** A published version, and where it is in a repository. */
export interface ReleaseRevision extends PublishedRelease {
  /** A revision of the repository: the beginning of a commit, or a tag. */
  readonly revision: string;
  /** The path of the description, where it was named: `npm:@acme/contract@1.2.0:api/openapi.yaml`. */
  readonly path?: string | undefined;
}

/** What names a release: the package, its version or a tag of the registry, and the path of a file. */
interface ReleaseName {
  readonly name: string;
  readonly version?: string | undefined;
  readonly path?: string | undefined;
}

/** True for a text that names a published package: `npm:@acme/contract`, `npm:@acme/contract@1.2.0`. */
export const isNpmRelease = (text: string): boolean => text.startsWith("npm:");

/** The path that a release is named with; `undefined` where there is none. */
export const releasePath = (text: string): string | undefined => nameOf(text).path;

/**
 * Asks the registry for a package, with npm and its configuration: registries of scopes, credentials, proxies.
 *
 * @param text `npm:@acme/contract` for the latest version, `npm:@acme/contract@1.2.0` for that one, `npm:@acme/contract@next`
 * for what a tag of the registry names
 * @param folder whose configuration npm reads
 * @returns the version, or `undefined` where the registry has no such package or version
 * @throws {UsageError} when the text names no package, npm is missing, or the registry does not answer
 */
export async function publishedRelease(
  text: string,
  folder: string,
): Promise<PublishedRelease | undefined> {
  const { name, version } = nameOf(text);
  const specifier = version === undefined ? name : `${name}@${version}`;
  const output = await npmView(specifier, folder);
  const found = parsed(output.stdout);
  if (!isObject(found))
    throw new UsageError(`npm view ${specifier} failed: ${output.stderr.trim() || "no answer"}`);
  const { error, version: published, gitHead } = found;
  if (isObject(error)) {
    if (error["code"] === "E404") return undefined;
    throw new UsageError(`npm view ${specifier} failed: ${String(error["summary"])}`);
  }
  if (typeof published !== "string") return undefined;
  const isCommit = typeof gitHead === "string" && /^[0-9a-f]{40,64}$/.test(gitHead);
  return { name, version: published, ...(isCommit ? { gitHead } : {}) };
}

/**
 * Finds a published package in the repository that it comes from: by the commit that npm recorded
 * (https://docs.npmjs.com/cli/commands/npm-publish), else by the tags that `npm version` and changesets make, `v1.2.0`
 * and `@acme/contract@1.2.0`.
 *
 * @param folder in the repository
 * @throws {UsageError} when the registry has no such package, or the repository no such revision
 */
export async function npmRelease(text: string, folder: string): Promise<ReleaseRevision> {
  const { name, version, path } = nameOf(text);
  const release = await publishedRelease(text, folder);
  if (release === undefined)
    throw new UsageError(
      `the registry has no package ${name}${version === undefined ? "" : ` of version ${version}`}; npm view ${name} shows what it has`,
    );
  const files = new GitFiles(folder);
  const tags = [`v${release.version}`, `${name}@${release.version}`];
  const { gitHead } = release;
  const revision = [...(gitHead === undefined ? [] : [gitHead]), ...tags].find((one) =>
    files.has(one === gitHead ? one : `refs/tags/${one}`),
  );
  if (revision === undefined) throw new UsageError(unknownRevision(release, tags));
  return { ...release, revision: revision === gitHead ? revision.slice(0, 12) : revision, path };
}

function unknownRevision(
  { name, version, gitHead }: PublishedRelease,
  tags: readonly string[],
): string {
  const commit =
    gitHead === undefined
      ? `the registry does not say which commit ${name}@${version} was published from`
      : `${name}@${version} was published from commit ${gitHead.slice(0, 12)}, which this repository does not have`;
  return `${commit}, and there is no tag ${tags.join(" or ")}: git fetch --tags --unshallow gets what a shallow clone lacks; or name the revision that was released`;
}

/** Where npm looks for packages beside registries: none of them is asked. */
const protocols =
  /^(?:https?|ftp|file|git|github|gitlab|bitbucket|gist|link|npm|patch|portal|ssh|workspace)(?:$|\+)/i;

/** @throws {UsageError} when a text names no package */
function nameOf(text: string): ReleaseName {
  const [, name, version, path] =
    /^npm:((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~][\w.~-]*)(?:@(\w[\w.+-]*))?(?::(.+))?$/i.exec(text) ??
    [];
  const isTag = version === undefined || !protocols.test(version);
  if (name !== undefined && name.length <= 214 && isTag && !/^[/\\]/.test(path ?? ""))
    return { name, version, path };
  throw new UsageError(
    `${JSON.stringify(text)} names no published package; one looks like npm:@acme/contract or npm:@acme/contract@1.2.0`,
  );
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Two fields are asked for beside the version, since npm answers a single value without its name. */
function npmView(specifier: string, folder: string): Promise<Output> {
  const args = ["view", specifier, "name", "version", "gitHead", "--json"];
  // Set by npm for what it runs: it is to read the configuration of the folder, not of where this program was started.
  const { npm_config_local_prefix: _started, ...env } = process.env;
  // npm of Windows is a script, which needs a shell; what names a package has no sign that a shell reads.
  const shell = process.platform === "win32";
  const options = { cwd: folder, env, shell, encoding: "utf8" as const };
  return new Promise((resolve, reject) => {
    execFile("npm", args, options, (error, stdout, stderr) => {
      if (error?.code === "ENOENT")
        reject(new UsageError("npm is not installed, or not in PATH: it asks the registry"));
      else resolve({ stdout, stderr });
    });
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
