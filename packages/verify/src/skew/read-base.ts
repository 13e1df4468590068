import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { nearestName } from "@openapi-packages/runtime/internals";
import {
  DiagnosticsError,
  readDescription,
  UsageError,
  type Description,
  type LoadOptions,
  type SourceLocation,
} from "openapi-packages/description";
import { GitFiles } from "./git-files.ts";

/** An earlier revision of a description, and what messages call it. */
export interface BaseDescription {
  readonly name: string;
  readonly description: Description;
}

/**
 * Reads an earlier revision of a description: a file, a URL, or a revision of the repository that the description is in,
 * `main`, `v1.2`, with `:` and a path where it stood elsewhere then, `v1.2:api/openapi.yaml`. A file goes before a
 * revision of that name. All files that it refers to are those of that revision.
 *
 * @param head the file of the later revision
 * @throws {UsageError} when there is no such file or revision
 * @throws {DiagnosticsError} when it cannot be used
 */
export async function readBase(
  against: string,
  head: string,
  load: LoadOptions = {},
): Promise<BaseDescription> {
  const isUrl = /^https?:\/\//i.test(against);
  if (isUrl || isFile(against))
    return { name: against, description: await readDescription(against, load) };
  return readRevision(against, head, load);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

async function readRevision(
  against: string,
  head: string,
  load: LoadOptions,
): Promise<BaseDescription> {
  if (!isFile(head))
    throw new UsageError(
      `there is no file ${JSON.stringify(against)}, and a revision needs a description that is a file of a repository, not ${JSON.stringify(head)}`,
    );
  const [, revision = against, given] = /^(.+?):(.*)$/s.exec(against) ?? [];
  const file = realpathSync(resolve(head));
  const files = filesOf(dirname(file), against, /[./\\]/.test(revision) && given === undefined);
  const commit = commitOf(files, revision, against);
  const all = files.files(commit);
  const path = given ?? relative(realpathSync(files.root), file).split(sep).join("/");
  if (!all.has(path)) throw new UsageError(absent(path, revision, [...all.keys()]));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "openapi-packages-")));
  try {
    files.write(all, [...all.keys()].filter(mayBeReferred), folder);
    const named = new NamedPlaces(folder, revision);
    const description = await named.read(join(folder, ...path.split("/")), load);
    return { name: revision, description };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

  async read(path: string, load: LoadOptions): Promise<Description> {
    try {
      const description = await readDescription(path, load);
      return { ...description, locate: (pointer) => this.#named(description.locate(pointer)) };
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
