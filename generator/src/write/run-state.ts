import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import type { PrintedFile } from "../print/print-files.ts";
import { foldersOf, listFiles } from "./list-files.ts";
import { noCache, openTextCache, sha256, type TextCache } from "./text-cache.ts";

type Summary = Pick<GenerateResult, "warnings" | "operations" | "schemas" | "files">;

/** What a run knows of the one before it. */
export interface RunState {
  readonly cache: TextCache;
  /** The last run's summary, when every input and every output is as it was then. */
  recall(): Summary | undefined;
  /** Keeps the summary for {@link recall}. */
  remember(sources: readonly string[], printed: readonly PrintedFile[], summary: Summary): void;
}

interface Remembered {
  readonly generator: string;
  readonly scope: string;
  /** Absolute path → hash of the text. */
  readonly sources: Readonly<Record<string, string>>;
  /** Path relative to the output folder → hash of the text. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: Summary;
}

/**
 * Opens what is kept between runs, in the nearest `node_modules/.cache`; where there is no
 * `node_modules`, nothing is kept. It is worth nothing but time and can be deleted.
 */
export function openState({ spec, out, scope }: GenerateOptions): RunState {
  const root = resolve(out);
  const folder = cacheFolder(root);
  if (folder === undefined) return { cache: noCache, recall: () => undefined, remember: () => {} };
  const generator = generatorFingerprint();
  const name = sha256(`${resolve(spec)}\0${root}`).slice(0, 16);
  const path = join(folder, `${name}.json`);
  const cache = openTextCache(join(folder, name), generator);
  return {
    cache,
    recall() {
      const last = read(path);
      if (last === undefined || last.generator !== generator || last.scope !== scope)
        return undefined;
      return isSame(last.sources, hashAll(Object.keys(last.sources), "")) &&
        isSame(last.outputs, hashOutputs(root, last))
        ? last.summary
        : undefined;
    },
    remember(sources, printed, summary) {
      const outputs = hashAll(
        foldersOf(printed).flatMap((one) => listFiles(root, one)),
        root,
      );
      const record: Remembered = {
        generator,
        scope,
        sources: hashAll(sources, ""),
        outputs,
        summary,
      };
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, JSON.stringify(record));
      cache.prune();
    },
  };
}

function hashOutputs(root: string, { outputs }: Remembered): Record<string, string> {
  const folders = foldersOf(Object.keys(outputs).map((path) => ({ path })));
  return hashAll(
    folders.flatMap((folder) => listFiles(root, folder)),
    root,
  );
}

function hashAll(paths: readonly string[], root: string): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, hashFile(join(root, path))]));
}

function hashFile(path: string): string {
  return existsSync(path) ? sha256(readFileSync(path)) : "";
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function read(path: string): Remembered | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Remembered;
  } catch {
    return undefined;
  }
}

function cacheFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache", "openapi-packages");
    if (folder === dirname(folder)) return undefined;
  }
}

/** Changes when the generator does: its own files, and the versions that it asks of others. */
function generatorFingerprint(): string {
  const sources = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[jt]s$/.test(file),
  );
  const hashes = files.toSorted().map((file) => `${file} ${hashFile(join(sources, file))}`);
  const manifest = hashFile(join(dirname(sources), "package.json"));
  return sha256([manifest, lockfileHash(dirname(sources)), ...hashes].join("\n"));
}

/** npm's record of what is installed, so that an update of a printer is an update of the generator. */
function lockfileHash(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const lockfile = join(folder, "node_modules", ".package-lock.json");
    if (existsSync(lockfile)) return hashFile(lockfile);
  }
  return "";
}
