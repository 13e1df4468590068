import { visible } from "@openapi-packages/description/text/escape";
import type { PackageKeys } from "../emit/emitted-file.ts";
import type { Manifest } from "./manifest.ts";
import type { Origin } from "./origin.ts";
import { WriteError } from "./write-error.ts";

/** A folder of the output: what is on disk, and what will be written. */
export interface FolderBefore {
  readonly folder: string;
  readonly manifest: Manifest | undefined;
  /** Its package.json on disk; left out if there is none. */
  readonly packageJson?: PackageKeys;
  /** The package.json that this run writes; left out if it writes none. */
  readonly wanted?: PackageKeys;
}

/**
 * Refuses to overwrite packages of another description: one with another title and another file, or with
 * other package names. A new title in the same file, or the same title in a moved file, is the same
 * description.
 *
 * @throws {WriteError} with the names of both
 */
export function refuseOther(
  out: string,
  folders: readonly FolderBefore[],
  origin: Origin | undefined,
): void {
  const others = folders.filter((one) => isRenamed(one) || isOtherDescription(one, origin));
  if (others.length === 0) return;
  const lines = others.map((one) => {
    const found = named(one.packageJson, titleOf(one));
    return `  ${one.folder}: ${found} is there, ${named(one.wanted, origin?.title)} would be written`;
  });
  throw new WriteError(
    [
      `${out} holds other packages than this run writes; nothing was changed`,
      ...lines,
      "Name another folder with --out, or replace what is there with --force.",
    ].join("\n"),
  );
}

function isRenamed({ packageJson, wanted }: FolderBefore): boolean {
  const [theirs, ours] = [packageJson?.["name"], wanted?.["name"]];
  return theirs !== undefined && ours !== undefined && theirs !== ours;
}

function isOtherDescription(before: FolderBefore, origin: Origin | undefined): boolean {
  const title = titleOf(before);
  if (title === undefined || origin === undefined || title === origin.title) return false;
  const source = before.manifest?.description?.source;
  return source === undefined || source !== origin.source;
}

/**
 * Returns the title of the description that a folder was generated from. Older runs wrote it only into the
 * package's `description`.
 */
function titleOf({ manifest, packageJson, wanted }: FolderBefore): string | undefined {
  if (manifest === undefined) return undefined;
  if (manifest.description !== undefined) return manifest.description.title;
  const [theirs, ours] = [packageJson?.["description"], wanted?.["description"]];
  if (typeof theirs !== "string" || typeof ours !== "string") return undefined;
  const [phrase = ""] = /^.*? of /.exec(ours) ?? [];
  return phrase !== "" && theirs.startsWith(phrase) ? theirs.slice(phrase.length) : undefined;
}

function named(packageJson: PackageKeys | undefined, title: string | undefined): string {
  const name = typeof packageJson?.["name"] === "string" ? packageJson["name"] : "files";
  return visible(title === undefined ? name : `${name} of ${JSON.stringify(title)}`);
}
