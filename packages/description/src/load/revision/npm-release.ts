import { execFile } from "node:child_process";
import { isObject, type Json } from "../../json/json.ts";
import { UsageError } from "../../diagnostics/usage-error.ts";
import { GitFiles } from "./git-files.ts";

/** A version of a package in an npm registry. */
export interface PublishedRelease {
  readonly name: string;
  readonly version: string;
  /** The commit that it was published from, which npm records and pnpm does not. */
  readonly gitHead?: string | undefined;
}

/** A published version with its place in a repository. */
export interface ReleaseRevision extends PublishedRelease {
  /** A revision of the repository: an abbreviated commit, or a tag. */
  readonly revision: string;
  /** The path of the description, if it was given: `npm:@acme/contract@1.2.0:api/openapi.yaml`. */
  readonly path?: string | undefined;
}

/** The parts of a release's name: the package, a version or dist-tag, and the path of a file. */
interface ReleaseName {
  readonly name: string;
  readonly version?: string | undefined;
  readonly path?: string | undefined;
}

/** True if a text names a published package: `npm:@acme/contract`, `npm:@acme/contract@1.2.0`. */
export const isNpmRelease = (text: string): boolean => text.startsWith("npm:");

/** Returns the path in a release's name; `undefined` without one. */
export const releasePath = (text: string): string | undefined => nameOf(text).path;

/**
 * Looks up a package in the registry by running npm, so that its configuration applies: registries of scopes,
 * credentials, proxies.
 *
 * @param text `npm:@acme/contract` for the latest version, `npm:@acme/contract@1.2.0` for that version,
 * `npm:@acme/contract@next` for that of a dist-tag
 * @param folder the folder whose npm configuration applies
 * @returns the version, or `undefined` if the registry has no such package or version
 * @throws {UsageError} if the text does not name a package, npm is missing, or the registry does not answer
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
 * Finds the revision of a published package in its repository: by the commit that npm recorded
 * (https://docs.npmjs.com/cli/commands/npm-publish), otherwise by the tag that `npm version` or changesets
 * made, `v1.2.0` or `@acme/contract@1.2.0`.
 *
 * @param folder a folder in the repository
 * @throws {UsageError} if the registry has no such package, or the repository no such revision
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

/** Protocols by which npm installs packages from elsewhere than a registry; they are refused. */
const protocols =
  /^(?:https?|ftp|file|git|github|gitlab|bitbucket|gist|link|npm|patch|portal|ssh|workspace)(?:$|\+)/i;

/** @throws {UsageError} if a text does not name a package */
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

/**
 * Runs `npm view`. It asks for more fields than the version, because npm prints a single value without its
 * name.
 */
function npmView(specifier: string, folder: string): Promise<Output> {
  const args = ["view", specifier, "name", "version", "gitHead", "--json"];
  // npm sets this variable for its scripts. Without it, npm reads the configuration of the folder, not that
  // of the project in which this program was started.
  const { npm_config_local_prefix: _started, ...env } = process.env;
  // On Windows npm is a script and needs a shell. A package name contains no character that a shell
  // interprets.
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
