import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ApiChange } from "../surface/api-change.ts";
import { isObject } from "@openapi-packages/description/json/json";
import type { PrintedFile } from "../print/printed-file.ts";
import { containedPath } from "./contained-path.ts";
import { foldersOf, listFiles } from "./list-files.ts";
import { readManifest } from "./manifest.ts";
import { readNormalized } from "@openapi-packages/description/files/file-contents";

/** How packages written by another version of the generator change. */
export interface GeneratorUpgrade {
  /**
   * The version range that the packages depend on now, such as `^0.1.0`, which belongs to the generator that
   * wrote them.
   */
  readonly from: string;
  /** The range that they will depend on. */
  readonly to: string;
  /** The changes of their API. */
  readonly changes: readonly ApiChange[];
}

/**
 * Compares the surfaces of the packages in the output folder with the new ones if another version of the
 * generator wrote them, because packages depend on the runtime released with it. `undefined` if the version is
 * the same.
 *
 * @throws {WriteError} if a path leads through a symbolic link
 */
export async function generatorUpgrade(
  out: string,
  printed: readonly PrintedFile[],
): Promise<GeneratorUpgrade | undefined> {
  const root = resolve(out);
  const packages = printed.filter(({ ownKeys }) => ownKeys !== undefined);
  const [versions] = packages.flatMap((file) => changedRange(root, file));
  if (versions === undefined) return undefined;
  const [{ packageSurfaces }, { Surface }, { compareSurfaces }, { loadDeclarationPrinter }] =
    await Promise.all([
      import("../surface/package-surface.ts"),
      import("../surface/surface.ts"),
      import("../surface/compare-surfaces.ts"),
      import("../print/compile-module.ts"),
    ]);
  const declare = await loadDeclarationPrinter();
  const folders = foldersOf(packages);
  const texts = new Map(printed.map(({ path, text }) => [path, text]));
  const before = packageSurfaces(
    {
      paths: folders.flatMap((folder) => listFiles(root, folder)),
      read: (path) => {
        const file = containedPath(root, path);
        return existsSync(file) ? readNormalized(file).toString("utf8") : undefined;
      },
    },
    declare,
  );
  const after = packageSurfaces(
    { paths: [...texts.keys()], read: (path) => texts.get(path) },
    declare,
  );
  return { ...versions, changes: compareSurfaces(new Surface(before), new Surface(after)) };
}

/** Returns the old and the new range of a package's dependency on the runtime; empty if they are equal. */
function changedRange(
  root: string,
  { path, ownKeys }: PrintedFile,
): { readonly from: string; readonly to: string }[] {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const before = releasedRange(readManifest(root, folder)?.packageJson?.["dependencies"]);
  const after = releasedRange(ownKeys?.["dependencies"]);
  return before === undefined || after === undefined || before === after
    ? []
    : [{ from: before, to: after }];
}

/** Returns the version range of a dependency that is released with the generator. */
function releasedRange(dependencies: unknown): string | undefined {
  const entries = Object.entries(isObject(dependencies) ? dependencies : {});
  const range = entries.find(([name]) => name.startsWith("@openapi-packages/"))?.[1];
  return typeof range === "string" ? range : undefined;
}
