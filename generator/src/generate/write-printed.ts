import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { sourceName } from "../write/origin.ts";

/**
 * Brings the output folder up to date, after it has said what an upgrade of the generator changes.
 *
 * @param title the description's title
 * @param onCurrent called when everything there is as it was printed
 * @throws {WriteError} when the packages cannot be written
 */
export async function writePrinted(
  printed: readonly PrintedFile[],
  title: string,
  options: GenerateOptions,
  onCurrent: () => void,
): Promise<Pick<GenerateResult, "changes" | "isRepaired" | "upgrade">> {
  const upgrade = await upgradeOf(printed, options);
  if (upgrade !== undefined) options.onUpgrade?.(upgrade);
  const { writePackages } = await import("../write/write-packages.ts");
  const source = sourceName(options.spec, options.out);
  const origin = source === undefined ? { title } : { title, source };
  const written = await writePackages({ ...options, origin }, printed, onCurrent);
  return { ...written, ...(upgrade && { upgrade }) };
}

/** What this version of the generator changes in the API of packages that another one wrote. */
async function upgradeOf(
  printed: readonly PrintedFile[],
  { layout, out }: GenerateOptions,
): Promise<GenerateResult["upgrade"]> {
  if (layout === "folder") return undefined;
  const { generatorUpgrade } = await import("../write/generator-upgrade.ts");
  return generatorUpgrade(out, printed);
}
