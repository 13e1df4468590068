import { existsSync } from "node:fs";
import semver from "semver";
import { visible } from "@openapi-packages/description/text/escape";
import type { PackageKeys } from "../emit/emitted-file.ts";
import { jsonText } from "../emit/emitted-file.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { containedPath } from "./contained-path.ts";
import type { FileChange } from "./file-change.ts";
import type { Manifest } from "./manifest.ts";
import {
  mergePackageJson,
  parsePackageJson,
  resolveSiblings,
  type Siblings,
} from "./package-json.ts";
import { readNormalized, sha256 } from "@openapi-packages/description/files/file-contents";

/** A package.json that a run prints, with the one on disk. */
export interface PackageFile {
  readonly path: string;
  readonly folder: string;
  /** The text for a new package. */
  readonly text: string;
  readonly ownKeys: PackageKeys;
  /** All keys for a new package. */
  readonly wanted: PackageKeys;
  /** The file on disk; left out if there is none. */
  readonly current?: { readonly text: string; readonly value: ReturnType<typeof parsePackageJson> };
}

/**
 * Returns the package.json files among printed files, with those on disk.
 *
 * @throws {WriteError} if one on disk cannot be read
 */
export function packageFilesOf(out: string, printed: readonly PrintedFile[]): PackageFile[] {
  return printed.flatMap(({ path, text, ownKeys }): PackageFile[] => {
    if (ownKeys === undefined) return [];
    const folder = path.slice(0, path.lastIndexOf("/"));
    const wanted = JSON.parse(text) as PackageKeys;
    const absolute = containedPath(out, path);
    const file = { path, folder, text, ownKeys, wanted };
    if (!existsSync(absolute)) return [file];
    const found = readNormalized(absolute).toString("utf8");
    return [{ ...file, current: { text: found, value: parsePackageJson(absolute, found) } }];
  });
}

/** Returns the packages that are generated together, with the versions that their owners chose. */
export function siblingsOf(files: readonly PackageFile[], workspaceProtocol: boolean): Siblings {
  const versions = files.map(({ wanted, current }) => {
    const version = (current?.value ?? wanted)["version"];
    const name = String((current?.value ?? wanted)["name"] ?? wanted["name"]);
    // Without a version, any will do, since no other package has that name.
    return [name, typeof version === "string" && semver.valid(version) ? version : "*"] as const;
  });
  return { versions: new Map(versions), workspaceProtocol };
}

/** Returns the change that a package.json needs, if any. */
export function comparePackage(
  file: PackageFile,
  manifest: Manifest | undefined,
  siblings: Siblings,
): FileChange[] {
  const { path, current, ownKeys } = file;
  const dependencies = resolveSiblings(asKeys(ownKeys["dependencies"]), siblings);
  const fresh = visible(jsonText({ ...file.wanted, dependencies }));
  if (current === undefined) return [{ path, kind: "missing", text: fresh, hash: sha256(fresh) }];
  // Older versions of the generator owned the whole file.
  const isOld = manifest?.packageJson === undefined;
  if (isOld && manifest?.files["package.json"] === sha256(current.text))
    return current.text === fresh
      ? []
      : [{ path, kind: "changed", text: fresh, hash: sha256(fresh) }];
  const before = manifest?.packageJson;
  const { text, edited } = mergePackageJson(current.value, current.text, ownKeys, before, siblings);
  if (text === current.text) return [];
  const change = { path, text, hash: sha256(text) };
  return edited.length === 0
    ? [{ ...change, kind: "changed" }]
    : [{ ...change, kind: "edited", keys: edited }];
}

const asKeys = (value: unknown): PackageKeys => (value ?? {}) as PackageKeys;
