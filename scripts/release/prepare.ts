import { buildTarballs } from "./build.ts";
import { contentFindings } from "./contents.ts";
import { publintFindings, typeFindings } from "./entry-findings.ts";
import { releasedPackages } from "./released-packages.ts";
import type { Tarball } from "./tarball.ts";

/** What would be published. */
export interface PreparedRelease {
  /** In the order in which they are published. */
  readonly tarballs: readonly Tarball[];
  /** Why they are not to be published; none if all is well. */
  readonly findings: readonly string[];
}

/**
 * Builds and packs all packages, and checks them.
 *
 * @param folder where the tarballs go; emptied first
 * @param repository the address of the repository, for packages that name none; `undefined` where it is not known
 */
export async function prepareRelease(
  folder: string,
  repository?: string,
): Promise<PreparedRelease> {
  const tarballs = buildTarballs(releasedPackages(), folder, repository);
  const findings: string[] = [];
  for (const tarball of tarballs) {
    const messages = [
      ...contentFindings(
        tarball.name,
        tarball.contents.map(({ path }) => path),
      ),
      ...(await publintFindings(tarball)),
      ...(await typeFindings(tarball)),
    ];
    findings.push(...messages.map((message) => `${tarball.name}: ${message}`));
  }
  return { tarballs, findings };
}
