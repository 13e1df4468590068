import { spawn } from "node:child_process";

/**
 * Runs a command in a shell, which finds package managers on Windows too. Its output goes to standard error, because
 * standard output is for the report.
 *
 * @param command a command without text from a description or the project, which the shell would interpret
 * @param folder the working directory of the command
 * @returns true if it succeeded
 */
export async function runCommand(command: string, folder: string): Promise<boolean> {
  process.stderr.write(`${command}\n`);
  // Package managers that write to a terminal overwrite other lines; with a pipe they do not.
  const child = spawn(command, { cwd: folder, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}
