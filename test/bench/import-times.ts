import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { bundleForNode } from "../size/bundle.ts";
import { median } from "./measure.ts";

/**
 * Times the first import of programs, each in processes of its own, in turn. They are bundled for Node, so that what is
 * measured is code, and not the number of its files.
 *
 * @param programs name → text of the module
 * @param folder where the modules would be
 * @returns the medians of the processor time in milliseconds, by name
 */
export async function measureImports(
  programs: ReadonlyMap<string, string>,
  folder: string,
  rounds: number,
): Promise<Map<string, number>> {
  const files = new Map<string, string>();
  for (const [name, text] of programs) {
    const file = join(folder, `import-${files.size}.mjs`);
    await bundleForNode(text, folder, file);
    files.set(name, file);
  }
  const times = new Map([...files.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, file] of files) times.get(name)?.push(timeOf(file));
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

function timeOf(program: string): number {
  const runner = join(import.meta.dirname, "import-speed.ts");
  return Number(execFileSync(process.execPath, [runner, program], { encoding: "utf8" }));
}
