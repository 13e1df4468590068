/**
 * Runs one command line after another in one process, since starting a process and loading its modules takes longer than most
 * commands; `runCli` of `support.ts` starts it.
 */
import { runProcess } from "../../packages/cli/src/main.ts";

/** A command line, as `execFile` takes it. */
export interface GivenCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

function captured(stream: NodeJS.WriteStream): string[] {
  const texts: string[] = [];
  stream.write = (chunk: Uint8Array | string, ...more: unknown[]) => {
    texts.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const callback = more.find((one) => typeof one === "function");
    if (callback !== undefined) process.nextTick(callback);
    return true;
  };
  return texts;
}

process.on("message", (given: GivenCommand) => {
  process.chdir(given.cwd);
  process.env = { ...given.env };
  process.argv = [process.execPath, given.program, ...given.args];
  process.exitCode = 0;
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  void runProcess().then(() =>
    process.send?.({ code: process.exitCode, stdout: stdout.join(""), stderr: stderr.join("") }),
  );
});

// A server or a timer that a command leaves does not keep this process when the tests have ended.
process.once("disconnect", () => process.exit());
