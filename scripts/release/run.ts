import { execFileSync } from "node:child_process";

/**
 * Runs a program to its end.
 *
 * @returns its standard output
 * @throws {Error} with all its output if it fails
 */
export function run(cwd: string, program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${[program, ...args].join(" ")} failed\n${stdout}${stderr}`, { cause: error });
  }
}
