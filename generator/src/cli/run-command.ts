import { spawn } from "node:child_process";

/**
 * Runs a command of this program's own making in a shell, which finds package managers on Windows too. What it says goes
 * to standard error: standard output is the report's.
 *
 * @param command without text of a description or of the project: a shell reads it
 * @param folder where it is run
 * @returns whether it succeeded
 */
export async function runCommand(command: string, folder: string): Promise<boolean> {
  process.stderr.write(`${command}\n`);
  // Through a pipe, since package managers draw over what others write to their terminal.
  const child = spawn(command, { cwd: folder, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}
