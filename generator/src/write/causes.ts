import type { FileChange } from "./file-change.ts";
import { manifestFolder, manifestName, readManifest, type Manifest } from "./manifest.ts";
import type { Maker } from "./maker.ts";

/** Why files are not up to date. */
export interface Cause {
  /**
   * - `generator`: another version wrote them
   * - `options`: they were written with other options
   * - `description`: neither moved, so the description did
   * - `edited`, `unexpected`: somebody changed or added them
   * - `missing`: they were never written, or somebody removed them
   */
  readonly kind: "generator" | "options" | "description" | "edited" | "unexpected" | "missing";
  /** The version that wrote the files, if it is another. */
  readonly from?: string;
  /** Paths relative to the output folder. */
  readonly paths: readonly string[];
}

/** Finds the causes of the differences between a folder and what was printed for it, by what its manifests record. */
export function causesOf(
  out: string,
  changes: readonly FileChange[],
  maker: Maker | undefined,
): Cause[] {
  const folders = new Set(changes.map(({ path }) => manifestFolder(path)));
  const manifests = new Map([...folders].map((folder) => [folder, readManifest(out, folder)]));
  const causes = new Map<string, { readonly cause: Cause; readonly paths: string[] }>();
  const isList = ({ path }: FileChange): boolean => path.endsWith(`/${manifestName}`);
  // The lists of files follow from the files, so that they have no cause of their own.
  const ordered = changes.toSorted((one, other) => Number(isList(one)) - Number(isList(other)));
  for (const change of ordered) {
    const [folder = ""] = change.path.split("/");
    const own = manifests.get(manifestFolder(change.path));
    const packaged = manifests.get(folder) ?? readManifest(out, folder);
    const cause = causeOf(change, own, packaged?.madeBy, maker);
    const key = `${cause.kind} ${cause.from ?? ""}`;
    const [first] = isList(change) ? causes.values() : [];
    const known = causes.get(key) ?? first;
    if (known === undefined) causes.set(key, { cause, paths: [change.path] });
    else known.paths.push(change.path);
  }
  return [...causes.values()].map(({ cause, paths }) => ({ ...cause, paths }));
}

function causeOf(
  { path, kind, hash }: FileChange,
  manifest: Manifest | undefined,
  before: Maker | undefined,
  maker: Maker | undefined,
): Cause {
  const paths: readonly string[] = [];
  if (kind === "edited" || kind === "unexpected") return { kind, paths };
  const name = path.slice(manifestFolder(path).length + 1);
  const isLost = kind === "missing" && manifest?.files[name] === hash;
  if (manifest === undefined || isLost) return { kind: "missing", paths };
  if (before === undefined || maker === undefined) return { kind: "description", paths };
  if (before.generator !== maker.generator)
    return { kind: "generator", from: before.generator, paths };
  return { kind: before.options === maker.options ? "description" : "options", paths };
}
