import type { PackageKeys } from "../emit/emitted-file.ts";

/** A file as it will be on disk, `\n` line ends. */
export interface PrintedFile {
  readonly path: string;
  readonly text: string;
  /** True for what stands beside what is compiled, and need not be there where sources are all that is kept. */
  readonly isCompiled?: true;
  /** The keys of a package.json that are the generator's; all others are its owner's, once the file is there. */
  readonly ownKeys?: PackageKeys;
}
