import type { PackageKeys } from "../emit/emitted-file.ts";

/** A file as it will be on disk, with `\n` line ends. */
export interface PrintedFile {
  readonly path: string;
  readonly text: string;
  /** True for a file in the folder of compiled output, which a repository may leave out. */
  readonly isCompiled?: true;
  /** The generator's keys of a package.json; all others belong to the owner once the file exists. */
  readonly ownKeys?: PackageKeys;
}
