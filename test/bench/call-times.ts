import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { bundleForNode } from "../size/bundle.ts";
import type { ProgramClient } from "./client-programs.ts";
import { median } from "./measure.ts";

/**
 * Times the calls of each client, in a process of its own, in turn.
 *
 * @param folder where the clients were generated
 * @returns the medians of the calls in microseconds, by the client's name
 */
export async function measureCalls(
  used: readonly ProgramClient[],
  folder: string,
  rounds: number,
): Promise<Map<string, readonly number[]>> {
  const programs: { readonly name: string; readonly file: string; readonly times: number[][] }[] =
    [];
  for (const { name, out, calls } of used) {
    const file = join(folder, `${out}.mjs`);
    await bundleForNode(calls, folder, file);
    programs.push({ name, file, times: [] });
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { file, times } of programs) times.push(timesOf(file));
  return new Map(
    programs.map(({ name, times }) => {
      const [first = []] = times;
      return [name, first.map((_, call) => median(times.map((all) => all[call] ?? Number.NaN)))];
    }),
  );
}

function timesOf(program: string): number[] {
  const runner = join(import.meta.dirname, "call-speed.ts");
  const output = execFileSync(process.execPath, [runner, program], { encoding: "utf8" });
  return JSON.parse(output) as number[];
}
