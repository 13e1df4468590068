import type { Manifest } from "./released-packages.ts";

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
 * Returns the package.json to publish: without keys that are useful only in this repository, with the `repository`, and
 * with compiled modules in `exports`. In the repository a hand-written package exports its sources, which Node runs as they are.
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
    exports: files.includes("src") ? exports : compiledExports(exports),
  };
}

/** Replaces the sources in `exports` by their compiled modules and declarations; other files stay the same. */
function compiledExports(exports: unknown): unknown {
  if (typeof exports !== "object" || exports === null) return exports;
  return Object.fromEntries(
    Object.entries(exports).map(([entry, target]) => {
      const [, name] = /^\.\/src\/(.+)\.ts$/.exec(String(target)) ?? [];
      if (name === undefined) return [entry, target];
      return [entry, { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }];
    }),
  );
}
