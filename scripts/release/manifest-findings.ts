import { satisfies } from "semver";
import type { Manifest, ReleasedPackage } from "./released-packages.ts";

/**
 * What npm demands of a package with provenance (https://docs.npmjs.com/generating-provenance-statements): that everybody
 * may read it, and that its package.json names the repository that the build ran in.
 *
 * @param repository of the build; `undefined` where it is not known
 */
export function provenanceFindings(manifest: Manifest, repository: string | undefined): string[] {
  const { publishConfig = {} } = manifest;
  const named = repositoryOf(manifest);
  const findings: string[] = [];
  if (publishConfig["access"] !== "public")
    findings.push('package.json has another "publishConfig" than { "access": "public" }');
  if (publishConfig["provenance"] !== true)
    findings.push('package.json has another "publishConfig" than { "provenance": true }');
  if (named !== undefined && repository !== undefined && named !== repository)
    findings.push(`package.json has the repository ${named}; the release is made in ${repository}`);
  return findings;
}

/** The address of the repository that a manifest names. */
export function repositoryOf({ repository }: Manifest): string | undefined {
  return typeof repository === "string" ? repository : repository?.["url"];
}

/** Compares the versions that packages have with those that they ask of each other. */
export function versionFindings(
  { manifest, isGenerated }: ReleasedPackage,
  released: readonly ReleasedPackage[],
): string[] {
  const first = released.find((one) => one.isGenerated === isGenerated);
  const findings: string[] = [];
  if (first !== undefined && first.manifest.version !== manifest.version)
    findings.push(`is ${manifest.version}, and ${first.manifest.name} ${first.manifest.version}`);
  const wanted = { ...manifest.dependencies, ...manifest.peerDependencies };
  for (const [name, range] of Object.entries(wanted)) {
    const found = released.find((one) => one.manifest.name === name)?.manifest.version;
    if (found !== undefined && !satisfies(found, range, { includePrerelease: true }))
      findings.push(`asks for ${name} ${range}, which is ${found}`);
  }
  return findings;
}

/** Looks for a version's heading in a CHANGELOG.md; `undefined` for a file that is not there. */
export function changelogFindings(version: string, changelog: string | undefined): string[] {
  if (changelog === undefined) return ["has no CHANGELOG.md"];
  const headings = [...changelog.matchAll(/^## (?<heading>\S+)/gm)].map(
    ({ groups }) => groups?.["heading"],
  );
  return headings.includes(version) ? [] : [`CHANGELOG.md has no entry for ${version}`];
}
