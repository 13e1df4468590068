import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { DiagnosticsError, type SourceLocation } from "../../diagnostics/diagnostics.ts";
import { nearestName } from "../../names/nearest-name.ts";
import { UsageError } from "../../diagnostics/usage-error.ts";
import { GitFiles } from "./git-files.ts";
import { isNpmRelease, npmRelease, releasePath, type PublishedRelease } from "./npm-release.ts";

/** Where to look for a revision. */
export interface RevisionPlace {
  /** A folder in the repository. */
  readonly folder: string;
  /**
   * The file in the work tree to read at the revision, if the text names none; it may have been deleted
   * since.
   */
  readonly file?: string | undefined;
}

/** A value with positions in the files it was read from. */
interface Located {
  locate(pointer: string): SourceLocation;
}

/** The value read from a revision, with the revision's name for messages. */
export interface RevisionRead<Read> {
  readonly name: string;
  readonly read: Read;
  /** The published package, if the text named one. */
  readonly release?: PublishedRelease;
}

/** Matches a revision with a path: `v1.2:api/openapi.yaml`. */
const named = /^(.+?):(.*)$/s;

/** Returns the path in a text that names a revision; `undefined` without one. */
export function revisionPath(against: string): string | undefined {
  if (isNpmRelease(against)) return releasePath(against);
  return named.exec(against)?.[2];
}

/**
 * Reads a description at a revision of its git repository: `main`, `v1.2`, or, if its path was another one
 * then, `v1.2:api/openapi.yaml`. All files that it refers to are read at that revision; the work tree and the
 * index are not touched. Positions name the revision: `main:spec/openapi.yaml`. A published package means the
 * revision it was published from: `npm:@acme/contract`, `npm:@acme/contract@1.2.0`.
 *
 * @param read reads a description from a temporary file
 * @throws {UsageError} if there is no such file, revision or published package
 * @throws {DiagnosticsError} if `read` throws one
 */
export async function readRevision<Read extends Located>(
  against: string,
  place: RevisionPlace,
  read: (path: string) => Promise<Read>,
): Promise<RevisionRead<Read>> {
  if (!isNpmRelease(against)) return readOfGit(against, place, read);
  const { revision, path, ...release } = await npmRelease(against, place.folder);
  const text = path === undefined ? revision : `${revision}:${path}`;
  return { ...(await readOfGit(text, place, read)), release };
}

async function readOfGit<Read extends Located>(
  against: string,
  { folder: place, file }: RevisionPlace,
  read: (path: string) => Promise<Read>,
): Promise<RevisionRead<Read>> {
  const [, revision = against, given] = named.exec(against) ?? [];
  const files = filesOf(place, against, /[./\\]/.test(revision) && given === undefined);
  const all = allFiles(files, revision, against);
  const root = realpathSync(files.root);
  const path = given ?? (file && relative(root, realpath(file)).split(sep).join("/"));
  if (path === undefined)
    throw new UsageError(`say which file of ${revision} is meant: ${revision}:openapi.yaml`);
  if (!all.has(path)) throw new UsageError(absent(path, revision, [...all.keys()]));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "openapi-packages-")));
  try {
    files.write(all, [...all.keys()].filter(mayBeReferred), folder);
    const places = new NamedPlaces(folder, revision);
    const found = await places.read(() => read(join(folder, ...path.split("/"))));
    return { name: revision, read: found };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True if a text is the path of a file, not a revision. */
export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const realpath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

function filesOf(folder: string, against: string, isPath: boolean): GitFiles {
  try {
    return new GitFiles(folder);
  } catch (error) {
    if (!isPath || !(error instanceof UsageError)) throw error;
    throw new UsageError(`there is no file ${JSON.stringify(against)}`, { cause: error });
  }
}

function allFiles(files: GitFiles, revision: string, against: string): ReadonlyMap<string, string> {
  try {
    return files.files(revision);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`there is no file ${JSON.stringify(against)}, and ${error.message}`, {
      cause: error,
    });
  }
}

/** True for YAML and JSON files and files without an extension, since a description refers to no others. */
const mayBeReferred = (path: string): boolean =>
  /^(?:\.ya?ml|\.jsonc?|\.json5|)$/i.test(extname(path)) && !/(?:^|\/)node_modules\//.test(path);

function absent(path: string, revision: string, paths: readonly string[]): string {
  const sameName = paths.find((one) => basename(one) === basename(path));
  const near = sameName ?? nearestName(path, paths.filter(mayBeReferred).slice(0, 5000));
  const hint = near === undefined ? "" : `; did you mean ${revision}:${near}?`;
  return `there is no ${path} at ${revision}${hint}`;
}

/** Rewrites positions in temporary files to those in the revision: `main:spec/openapi.yaml`. */
class NamedPlaces {
  readonly #folder: string;
  readonly #revision: string;

  constructor(folder: string, revision: string) {
    this.#folder = folder;
    this.#revision = revision;
  }

  async read<Read extends Located>(read: () => Promise<Read>): Promise<Read> {
    try {
      const found = await read();
      return { ...found, locate: (pointer) => this.#named(found.locate(pointer)) };
    } catch (error) {
      if (!(error instanceof DiagnosticsError)) throw error;
      const diagnostics = error.diagnostics.map((one) => ({
        ...one,
        message: this.#text(one.message),
        location: this.#named(one.location),
        ...(one.related && { related: one.related.map((place) => this.#named(place)) }),
      }));
      throw new DiagnosticsError(diagnostics);
    }
  }

  #named(location: SourceLocation): SourceLocation {
    const path = relative(this.#folder, resolve(location.file)).split(sep).join("/");
    const isOutside = path.startsWith("../");
    return isOutside ? location : { ...location, file: `${this.#revision}:${path}` };
  }

  #text(text: string): string {
    const near = relative(process.cwd(), this.#folder).split(sep).join("/");
    return [this.#folder, near].reduce(
      (shown, folder) => shown.replaceAll(`${folder}/`, `${this.#revision}:`),
      text,
    );
  }
}
