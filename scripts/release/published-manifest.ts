import type { Manifest } from "./released-packages.ts";

/** The condition by which this repository resolves sources. */
const sourceCondition = "@openapi-packages/source";

/** Keys that are of use in this repository alone. */
const ownKeys = new Set(["scripts", "devDependencies"]);

/** Where the sources of a package are, as npm has it in a package.json. */
export type RepositoryField = {
  readonly type: "git";
  readonly url: string;
  /** From the repository's root, with `/`. */
  readonly directory: string;
};

/**
 * The package.json that is published: without what is of use in this repository alone, with the place of the sources.
 *
 * @param repository added to the result unless the package names one; `undefined` if it is not known
 */
export function publishedManifest(manifest: Manifest, repository?: RepositoryField): Manifest {
  const { exports, files = [], ...others } = manifest;
  const kept = Object.entries(others).filter(([key]) => !ownKeys.has(key));
  return {
    ...(Object.fromEntries(kept) as unknown as Manifest),
    ...(repository === undefined || manifest.repository !== undefined ? {} : { repository }),
    // By default, npm publishes a package with a scope as private and without provenance.
    publishConfig: { access: "public", provenance: true, ...manifest.publishConfig },
    files,
    // A condition whose files are not there breaks whoever sets it, as for the sources of generated packages.
    exports: files.includes("src") ? exports : withoutSources(exports),
  };
}

function withoutSources(exports: unknown): unknown {
  if (typeof exports !== "object" || exports === null) return exports;
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([key]) => key !== sourceCondition)
      .map(([key, value]) => [key, withoutSources(value)]),
  );
}
