import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { makerOf } from "../write/maker.ts";
import { sourceName } from "../write/origin.ts";

/**
 * Reports the API changes of a generator upgrade, then updates the output folder.
 * @param title the description's title
 * @param onCurrent called when the folder has exactly the printed files
 * @throws {WriteError} when the packages cannot be written
 */
export async function writePrinted(
  printed: readonly PrintedFile[],
  title: string,
  options: GenerateOptions,
  onCurrent: () => void,
): Promise<Pick<GenerateResult, "causes" | "changes" | "isRepaired" | "upgrade">> {
  const upgrade = await upgradeOf(printed, options);
  if (upgrade !== undefined) options.onUpgrade?.(upgrade);
  const { writePackages } = await import("../write/write-packages.ts");
  const source = sourceName(options.spec, options.out);
  const origin = source === undefined ? { title } : { title, source };
  const written = await writePackages(
    { ...options, origin, maker: makerOf(options) },
    printed,
    onCurrent,
  );
  return { ...written, ...(upgrade && { upgrade }) };
}

/**
 * Returns what this version of the generator changes in the API of packages that another version
 * wrote.
 */
async function upgradeOf(
  printed: readonly PrintedFile[],
  { layout, out }: GenerateOptions,
): Promise<GenerateResult["upgrade"]> {
  if (layout === "folder") return undefined;
  const { generatorUpgrade } = await import("../write/generator-upgrade.ts");
  return generatorUpgrade(out, printed);
}
