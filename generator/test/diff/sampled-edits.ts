import { allEdits } from "./edits/all-edits.ts";
import type { EditCase } from "./edits/parts.ts";

/**
 * Some of all edits, chosen by `DIFF_SEED`: a slice of the list, so that as many runs as there are slices have all.
 * `DIFF_EDITS=all` takes all at once.
 *
 * @param slices how many parts the list is cut in
 */
export function sampledEdits(slices: number): readonly EditCase[] {
  if (process.env["DIFF_EDITS"] === "all") return allEdits;
  const seed = Number(process.env["DIFF_SEED"] ?? "1");
  return allEdits.filter((_edit, index) => index % slices === seed % slices);
}
