import { spawnSync } from "node:child_process";

/**
 * Runs a command of this program's own making in a shell, which finds package managers on Windows too. What it says goes
 * to standard error: standard output is the report's.
 *
 * @param command without text of a description or of the project: a shell reads it
 * @param folder where it is run
 * @returns whether it succeeded
 */
export function runCommand(command: string, folder: string): boolean {
  process.stderr.write(`${command}\n`);
  const { status } = spawnSync(command, { cwd: folder, shell: true, stdio: ["ignore", 2, 2] });
  return status === 0;
}
