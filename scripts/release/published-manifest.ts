import type { Manifest } from "./released-packages.ts";

/** The condition in `exports` by which this repository resolves sources. */
const sourceCondition = "@openapi-packages/source";

/** Keys that are useful only in this repository. */
const ownKeys = new Set(["scripts", "devDependencies"]);

/** The `repository` of a package.json. */
export type RepositoryField = {
  readonly type: "git";
  readonly url: string;
  /** The folder of the package from the repository's root, with `/`. */
  readonly directory: string;
};

/**
 * Returns the package.json to publish: without keys that are useful only in this repository, and with the `repository`.
 *
 * @param repository added to the result unless the package names one; `undefined` if it is not known
 */
export function publishedManifest(manifest: Manifest, repository?: RepositoryField): Manifest {
  const { exports, files = [], ...others } = manifest;
  const kept = Object.entries(others).filter(([key]) => !ownKeys.has(key));
  return {
    ...(Object.fromEntries(kept) as unknown as Manifest),
    ...(repository === undefined || manifest.repository !== undefined ? {} : { repository }),
    // By default npm publishes scoped packages as private, and without provenance.
    publishConfig: { access: "public", provenance: true, ...manifest.publishConfig },
    files,
    // A condition whose files are missing breaks projects that set it, for example for the sources of generated packages.
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
