import { join } from "node:path";
import { buildTarballs } from "../../scripts/release/build.ts";
import { releasedPackages } from "../../scripts/release/released-packages.ts";
import type { Tarball } from "../../scripts/release/tarball.ts";
import { repositoryRoot } from "../../scripts/repository.ts";

export { unpack, type Tarball } from "../../scripts/release/tarball.ts";

/**
 * Builds what a stranger installs, and packs it: all packages that are written by hand.
 *
 * @param folder where the tarballs go; emptied first
 */
export function packPublished(folder: string): Tarball[] {
  const published = releasedPackages().filter(({ isGenerated }) => !isGenerated);
  return buildTarballs(published, folder);
}

/** Packs all that an application may install: what is written by hand, and what is generated. */
export function packEverything(): Tarball[] {
  return buildTarballs(
    releasedPackages(),
    join(repositoryRoot, "node_modules/.cache/consumers/all"),
  );
}
