import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../repository.ts";
import { buildTarballs } from "./build.ts";
import { contentFindings } from "./contents.ts";
import { publintFindings, typeFindings } from "./entry-findings.ts";
import { changelogFindings, provenanceFindings, versionFindings } from "./manifest-findings.ts";
import { releasedPackages, type ReleasedPackage } from "./released-packages.ts";
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
  const released = releasedPackages();
  const tarballs = buildTarballs(released, folder, repository);
  const findings: string[] = [];
  for (const [index, one] of released.entries()) {
    const tarball = tarballs[index] as Tarball;
    const messages = [
      ...manifestFindings(one, released),
      ...provenanceFindings(tarball.manifest, repository),
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

function manifestFindings(one: ReleasedPackage, released: readonly ReleasedPackage[]): string[] {
  const changelog = join(repositoryRoot, one.folder, "CHANGELOG.md");
  const text = existsSync(changelog) ? readFileSync(changelog, "utf8") : undefined;
  return [
    ...versionFindings(one, released),
    // The description's history is that of its packages, until a version of them is made from a change of it.
    ...(one.isGenerated && text === undefined ? [] : changelogFindings(one.manifest.version, text)),
  ];
}
