import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { DiagnosticsError, type SourceLocation } from "../../diagnostics.ts";
import { nearestName } from "../../nearest-name.ts";
import { UsageError } from "../../usage-error.ts";
import { GitFiles } from "./git-files.ts";
import { isNpmRelease, npmRelease, releasePath, type PublishedRelease } from "./npm-release.ts";

/** Where a revision is looked for. */
export interface RevisionPlace {
  /** A folder of the repository. */
  readonly folder: string;
  /** The file in the work tree whose revision it is, where none is named; it need not be there any more. */
  readonly file?: string | undefined;
}

/** What has places in the files that it was read from. */
interface Located {
  locate(pointer: string): SourceLocation;
}

/** What was read of a revision, and what messages call it. */
export interface RevisionRead<Read> {
  readonly name: string;
  readonly read: Read;
  /** The published package that the revision was named by. */
  readonly release?: PublishedRelease;
}

/** A revision with the path that stood in it: `v1.2:api/openapi.yaml`. */
const named = /^(.+?):(.*)$/s;

/** The path of a revision that names one; `undefined` of any other text. */
export function revisionPath(against: string): string | undefined {
  if (isNpmRelease(against)) return releasePath(against);
  return named.exec(against)?.[2];
}

/**
 * Reads a description as it stood in a revision of its repository: `main`, `v1.2`, with `:` and a path where it stood
 * elsewhere then, `v1.2:api/openapi.yaml`. All files that it refers to are those of that revision, and neither the work
 * tree nor the index is touched. Its places are those of the revision: `main:spec/openapi.yaml`. A published package stands
 * for the revision that it was published from: `npm:@acme/contract`, `npm:@acme/contract@1.2.0`.
 *
 * @param read reads a description by the path of a file, which is there for that long
 * @throws {UsageError} when there is no such file, revision or published package
 * @throws {DiagnosticsError} when `read` does
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
  const commit = commitOf(files, revision, against);
  const all = files.files(commit);
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

/** True if a text is the path of a file: then it is no revision. */
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

function commitOf(files: GitFiles, revision: string, against: string): string {
  try {
    return files.commitOf(revision);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`there is no file ${JSON.stringify(against)}, and ${error.message}`, {
      cause: error,
    });
  }
}

/** Texts, and files without an ending; all else a description does not refer to. */
const mayBeReferred = (path: string): boolean =>
  /^(?:\.ya?ml|\.jsonc?|\.json5|)$/i.test(extname(path)) && !/(?:^|\/)node_modules\//.test(path);

function absent(path: string, revision: string, paths: readonly string[]): string {
  const sameName = paths.find((one) => basename(one) === basename(path));
  const near = sameName ?? nearestName(path, paths.filter(mayBeReferred).slice(0, 5000));
  const hint = near === undefined ? "" : `; did you mean ${revision}:${near}?`;
  return `there is no ${path} at ${revision}${hint}`;
}

/** Names places of files that were written for a while as those of their revision: `main:spec/openapi.yaml`. */
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
