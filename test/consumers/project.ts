import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Machine } from "./machine.ts";
import type { ReadmeStep } from "./readme-steps.ts";

/** What a command came to. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  /** Standard output and standard error, as they came. */
  readonly output: string;
}

/** A folder of a stranger's machine, and what is typed there. */
export class Project {
  readonly folder: string;
  readonly #machine: Machine;

  constructor(machine: Machine, folder: string) {
    this.#machine = machine;
    this.folder = folder;
  }

  /** A folder of the project, with commands of its own. */
  within(path: string): Project {
    return new Project(this.#machine, join(this.folder, path));
  }

  write(path: string, text: string | object): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const written = typeof text === "string" ? this.#machine.withPort(text) : JSON.stringify(text);
    writeFileSync(file, written);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  /** Replaces a text of a file. @throws {Error} where it has none */
  edit(path: string, from: string | RegExp, to: string): void {
    const before = this.read(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} has no ${String(from)}`);
    this.write(path, after);
  }

  /** Runs a command to its end, whatever that is. */
  async try(command: string): Promise<CommandResult> {
    const child = this.#machine.spawn(command, this.folder);
    const texts = { stdout: "", output: "" };
    child.stdout?.on("data", (chunk: Buffer) => (texts.stdout += chunk.toString()));
    onOutput(child, (chunk) => (texts.output += chunk));
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (one) => resolve(one ?? -1));
    });
    return { code, ...texts };
  }

  /**
   * Runs a command.
   *
   * @returns its standard output
   * @throws {Error} with all its output if it fails
   */
  async run(command: string): Promise<string> {
    const { code, stdout, output } = await this.try(command);
    if (code !== 0) throw new Error(`$ ${command}\nended with ${code}\n${output}`);
    return stdout;
  }

  /** Starts a command that goes on, and waits until it says `ready`. */
  async start(command: string, ready = /http:\/\/127\.0\.0\.1:\d+/): Promise<void> {
    const child = this.#machine.spawn(command, this.folder);
    this.#machine.endLater(child);
    let output = "";
    await new Promise<void>((resolve, reject) => {
      onOutput(child, (chunk) => {
        output += chunk;
        if (ready.test(output)) resolve();
      });
      child.on("error", reject);
      child.on("close", (code) => reject(new Error(`$ ${command}\nended: ${code}\n${output}`)));
    });
  }

  /**
   * Does what a README says.
   *
   * @returns the standard output of the last commands
   */
  async follow(steps: readonly ReadmeStep[]): Promise<string> {
    let output = "";
    for (const step of steps) {
      if (step.kind === "file") this.write(step.path, step.text);
      else if (step.title === "in another terminal")
        for (const command of step.commands) await this.start(command);
      else {
        output = "";
        for (const command of step.commands) output += await this.run(command);
      }
    }
    return output;
  }
}

function onOutput({ stdout, stderr }: ChildProcess, hear: (text: string) => void): void {
  for (const stream of [stdout, stderr])
    stream?.on("data", (chunk: Buffer) => hear(chunk.toString()));
}
