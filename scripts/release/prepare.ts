import { buildTarballs } from "./build.ts";
import { contentFindings } from "./contents.ts";
import { publintFindings, typeFindings } from "./entry-findings.ts";
import { releasedPackages } from "./released-packages.ts";
import type { Tarball } from "./tarball.ts";

/** The tarballs of a release, and the findings of its checks. */
export interface PreparedRelease {
  /** The tarballs in the order of publication. */
  readonly tarballs: readonly Tarball[];
  /** The reasons against publishing; empty if all checks passed. */
  readonly findings: readonly string[];
}

/**
 * Builds and packs all packages, and checks them.
 *
 * @param folder the folder for the tarballs; emptied first
 * @param repository the URL of the repository, for packages that name none; `undefined` if it is unknown
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
