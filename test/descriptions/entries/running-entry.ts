import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { node } from "../install.ts";

/** A service in a process of its own. */
export interface RunningEntry {
  /** Its address, as it printed it. */
  readonly address: string;
  /** What it has written to its error output so far. */
  readonly errors: () => string;
  readonly signal: (signal: "SIGTERM" | "SIGINT") => void;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
}

/** Starts an entry at a free port, with workspace packages from their sources. */
export async function startEntry(file: string): Promise<RunningEntry> {
  const child = spawn(node, ["--conditions=@openapi-packages/source", file], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, "line"),
    ended.then((code) => Promise.reject(new Error(`exit code ${code}: ${errors}`))),
  ])) as [string];
  return {
    address: line.replace("listening on ", ""),
    errors: () => errors,
    signal: (signal) => void child.kill(signal),
    ended,
    kill: () => void child.kill("SIGKILL"),
  };
}
