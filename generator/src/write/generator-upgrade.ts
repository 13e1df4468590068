import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ApiChange } from "../api-report/api-change.ts";
import { reportPath } from "../api-report/report-path.ts";
import { isObject } from "../json.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { containedPath } from "./contained-path.ts";
import { readManifest } from "./manifest.ts";
import { readNormalized } from "./read-normalized.ts";

/** What another version of the generator makes of the packages that an earlier one wrote. */
export interface GeneratorUpgrade {
  /** The range of versions that the packages ask for: `^0.1.0`, which is what the generator asks for that wrote them. */
  readonly from: string;
  /** The one that they are going to ask for. */
  readonly to: string;
  /** How their API changes. */
  readonly changes: readonly ApiChange[];
}

/**
 * Compares the API reports in the output folder with those that were printed, where another version of the generator
 * wrote them: packages depend on the runtime that was released with it. `undefined` where the same one did, or where
 * there are no reports.
 *
 * @throws {WriteError} when a path leads through a symbolic link
 */
export async function generatorUpgrade(
  out: string,
  printed: readonly PrintedFile[],
): Promise<GeneratorUpgrade | undefined> {
  const root = resolve(out);
  const packages = printed.filter(({ ownKeys }) => ownKeys !== undefined);
  const [versions] = packages.flatMap((file) => changedRange(root, file));
  if (versions === undefined) return undefined;
  const texts = printed.flatMap(({ path, text }) => {
    const folder = path.split("/")[0] ?? "";
    if (path !== reportPath(folder)) return [];
    const absolute = containedPath(root, path);
    if (!existsSync(absolute)) return [];
    return [{ folder, text, before: readNormalized(absolute).toString("utf8") }];
  });
  if (texts.length === 0) return undefined;
  const [{ readReport }, { Surface }, { compareSurfaces }] = await Promise.all([
    import("../api-report/report-file.ts"),
    import("../api-report/surface.ts"),
    import("../api-report/compare-surfaces.ts"),
  ]);
  const surface = (which: "before" | "text") =>
    new Surface(texts.flatMap((one) => readReport(one.folder, one[which]) ?? []));
  const isSame = texts.every(({ before, text }) => before === text);
  const changes = isSame ? [] : compareSurfaces(surface("before"), surface("text"));
  return { ...versions, changes };
}

/** The ranges by which a package asked and asks for what is released with the generator; none where they are the same. */
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

/** The range of a package that is released with the generator, among dependencies. */
function releasedRange(dependencies: unknown): string | undefined {
  const entries = Object.entries(isObject(dependencies) ? dependencies : {});
  const range = entries.find(([name]) => name.startsWith("@openapi-packages/"))?.[1];
  return typeof range === "string" ? range : undefined;
}
