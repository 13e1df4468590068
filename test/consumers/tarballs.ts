import { buildTarballs } from "../../scripts/release/build.ts";
import { releasedPackages } from "../../scripts/release/released-packages.ts";
import type { Tarball } from "../../scripts/release/tarball.ts";

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
