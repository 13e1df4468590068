import { isBundled, keptOf } from "./bundle/bundled-package.ts";
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
  const { exports, files = [], ...others } = isBundled(manifest) ? bundled(manifest) : manifest;
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

/** Returns the manifest of the bundle, which has what it depends on within it, and no modules but its entries. */
function bundled({ exports, ...manifest }: Manifest): Manifest {
  const entries = Object.entries(exports ?? {}).filter(([entry]) => !entry.includes("*"));
  const dependencies = keptOf(manifest.dependencies);
  return { ...manifest, exports: Object.fromEntries(entries), dependencies };
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
