import { dirname, relative, resolve } from "node:path";
import {
  DiagnosticsError,
  uniqueDiagnostics,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { ComparedDescription } from "../../changes/diff/change-types.ts";
import {
  loadDocument,
  type OpenApiDocument,
} from "@openapi-packages/description/load/load-document";
import type { ReadLoadOptions } from "@openapi-packages/description/load/load-options";
import { isUrl } from "@openapi-packages/description/load/read/source-names";
import { GitFiles } from "@openapi-packages/description/load/revision/git-files";
import type { PublishedRelease } from "@openapi-packages/description/load/revision/npm-release";
import {
  isFile,
  readRevision,
  revisionPath,
  type RevisionPlace,
} from "@openapi-packages/description/load/revision/read-revision";
import { buildApiModel } from "@openapi-packages/description/model/build-api-model";
import { withoutOverflow } from "@openapi-packages/description/diagnostics/overflow";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { openRemoteCache } from "@openapi-packages/description/load/read/remote-cache";
import { loadOptions } from "@openapi-packages/cli/command-arguments";
import { findConfig } from "@openapi-packages/cli/config/find-config";
import { argumentsReader, givenDescription, type Job } from "@openapi-packages/cli/jobs";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";

/** Two descriptions to compare, and the options of the job. */
export interface ReadSides {
  readonly job: Job;
  readonly before: Side;
  readonly after: Side;
}

/**
 * Reads the earlier description that the command line names, and the later one: named too, configured or in the work tree.
 *
 * @throws {UsageError} when it is not clear which descriptions to compare
 * @throws {DiagnosticsError} when one of them has errors
 */
export async function readSides(
  command: "diff" | "codemod" | "version",
  values: OptionValues,
  [base, ...rest]: readonly string[],
): Promise<ReadSides> {
  if (base === undefined)
    throw new UsageError(
      command === "version"
        ? "name the last release: version v1.2.0, or version npm:@acme/contract"
        : `name the descriptions to compare: ${command} main, or ${command} earlier.yaml openapi.yaml`,
    );
  const head = givenDescription(rest) ?? workTreeFile(command, base, values);
  const given = { ...values, ...(head === undefined ? {} : { description: head }) };
  const read = argumentsReader(command, () => ({ values: given, positionals: [] }));
  const [job, another] = await read();
  if (job === undefined || another !== undefined) throw unnamed(command, base);
  const [before, after] = await readBoth(base, job);
  return { job, before, after };
}

const unnamed = (command: string, base: string): UsageError =>
  new UsageError(`name the description to compare with ${base}: ${command} ${base} openapi.yaml`);

/**
 * Finds the later description if the command line does not name it. For the earlier one `main:openapi.yaml`, it is the
 * file `openapi.yaml` in the work tree.
 *
 * @returns `undefined` if the earlier one is a file or URL, or if a configuration may name the later one
 */
function workTreeFile(command: string, base: string, values: OptionValues): string | undefined {
  const isConfigured = findConfig(values.config, process.cwd()) !== undefined;
  if (isUrl(base) || isFile(base)) {
    if (isConfigured) return undefined;
    throw new UsageError(
      `${command} compares two descriptions, and no configuration names the one to compare with ${base}: ${command} ${base} later.yaml, or a revision before it, ${command} main ${base}`,
    );
  }
  const path = revisionPath(base);
  if (path !== undefined)
    return relative(process.cwd(), resolve(new GitFiles(process.cwd()).root, path));
  if (isConfigured) return undefined;
  throw unnamed(command, base);
}

/** A description to compare, with the document to generate code from. */
export interface ReadDescription extends ComparedDescription {
  readonly document: OpenApiDocument;
}

/** One of two compared descriptions, and its name in reports. */
export interface Side {
  readonly name: string;
  readonly read: ReadDescription;
  /** The Git revision that it was read from; `undefined` for files and URLs. */
  readonly revision?: string;
  /** The published package whose name and version stood for the revision. */
  readonly release?: PublishedRelease | undefined;
}

async function readBoth(base: string, job: Job): Promise<readonly [before: Side, after: Side]> {
  const load = {
    ...loadOptions(job),
    cache: openRemoteCache(process.cwd()),
    keepsAsWritten: job.packages?.includes("paths") ?? false,
  };
  const { description: head } = job;
  const file = [head, base].find((path) => !isUrl(path) && isFile(path));
  const place = file === undefined ? pathPlace(head, base) : filePlace(file);
  return [await readSide(base, place, load), await readSide(head, place, load)];
}

const filePlace = (file: string): RevisionPlace => ({
  folder: dirname(resolve(file)),
  file: resolve(file),
});

/** The file to read at two revisions: if only one of them names a path, both use it. */
function pathPlace(...sides: readonly string[]): RevisionPlace {
  const folder = process.cwd();
  const path = sides.map(revisionPath).find((one) => one !== undefined);
  return path === undefined || sides.some(isUrl)
    ? { folder }
    : { folder, file: resolve(new GitFiles(folder).root, path) };
}

async function readSide(name: string, place: RevisionPlace, load: ReadLoadOptions): Promise<Side> {
  const read = (path: string): Promise<ReadDescription> => readCompared(path, load);
  if (isUrl(name) || isFile(name) || name === "-") return { name, read: await read(name) };
  const { release, name: revision, read: found } = await readRevision(name, place, read);
  const named = release === undefined ? name : `npm:${release.name}@${release.version}`;
  return { name: named, read: found, revision, release };
}

/** Reads a description and its model. */
export async function readCompared(path: string, load: ReadLoadOptions): Promise<ReadDescription> {
  try {
    const document = await loadDocument(path, load);
    const { model, diagnostics } = buildApiModel(document, false);
    const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
    if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);
    return { model, document, locate: (pointer) => document.locate(pointer) };
  } catch (error) {
    throw withoutOverflow(error, path);
  }
}
