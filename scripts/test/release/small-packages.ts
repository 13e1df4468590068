import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packAll, type Tarball } from "../../release/tarball.ts";

/** A package for tests: its package.json, and its other files by path. */
export interface SmallPackage {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly files?: Readonly<Record<string, string>>;
}

/** A folder for tarballs of small packages. */
export interface PackFolder {
  readonly folder: string;
  pack(...packages: readonly SmallPackage[]): Tarball[];
  remove(): void;
}

export function packFolder(): PackFolder {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  return {
    folder,
    pack(...packages) {
      const sources = packages.map(
        ({ manifest, files = { "index.js": "export {};\n" } }, index) => {
          const source = join(folder, "sources", String(index));
          const written = {
            version: "1.0.0",
            type: "module",
            files: Object.keys(files),
            ...manifest,
          };
          const all = { ...files, "package.json": JSON.stringify(written) };
          for (const [path, text] of Object.entries(all)) {
            mkdirSync(dirname(join(source, path)), { recursive: true });
            writeFileSync(join(source, path), text);
          }
          return { folder: source };
        },
      );
      return packAll(sources, join(folder, "tarballs"));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
