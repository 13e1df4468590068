import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { ReadmeStep } from "./readme-steps.ts";

/** What a command came to. */
export interface CommandResult {
  readonly code: number;
  /** Standard output and standard error, as they came. */
  readonly output: string;
}

/** A project of a stranger: a temporary folder outside of this repository, and what is typed there. */
export class Project {
  readonly folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #background: ChildProcess[] = [];
  /** Takes the place of port 4010, which the READMEs have. */
  readonly #port: number;

  /**
   * @param port that its README's mock or service listens on
   * @param registry the URL of the registry that it installs from
   */
  constructor(port: number, registry?: string) {
    this.folder = mkdtempSync(join(tmpdir(), "consumer-"));
    this.#port = port;
    this.#environment = strangersEnvironment(registry);
  }

  write(path: string, text: string | object): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof text === "string" ? this.#withPort(text) : JSON.stringify(text));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  edit(path: string, from: string | RegExp, to: string): void {
    const before = this.read(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} has no ${String(from)}`);
    this.write(path, after);
  }

  /** Runs a command to its end, whatever that is. */
  async try(command: string): Promise<CommandResult> {
    const child = this.#spawn(command);
    let output = "";
    const add = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on("data", add);
    child.stderr?.on("data", add);
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (one) => resolve(one ?? -1));
    });
    return { code, output };
  }

  /** Runs a command that has to succeed. @returns its output */
  async run(command: string): Promise<string> {
    const { code, output } = await this.try(command);
    if (code !== 0) throw new Error(`$ ${command}\nended with ${code}\n${output}`);
    return output;
  }

  /** Starts a command that goes on, and waits until it says that it listens, or `ready` is said. */
  async start(command: string, ready = /https?:\/\/[\w.]+:\d+/): Promise<void> {
    const child = this.#spawn(command);
    this.#background.push(child);
    await new Promise<void>((resolve, reject) => {
      let output = "";
      const add = (chunk: Buffer) => {
        output += chunk.toString();
        if (ready.test(output)) resolve();
      };
      child.stdout?.on("data", add);
      child.stderr?.on("data", add);
      child.on("error", reject);
      child.on("close", (code) => reject(new Error(`$ ${command}\nended: ${code}\n${output}`)));
    });
  }

  /**
   * Does what a README says.
   *
   * @returns the output of the last commands
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

  /** Ends what goes on, and removes the folder. */
  dispose(): void {
    for (const { pid } of this.#background)
      try {
        // The shell and what it started are a group.
        if (pid !== undefined) process.kill(-pid);
      } catch {
        // It has ended by itself.
      }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #withPort(text: string): string {
    return text.replaceAll("4010", String(this.#port));
  }

  #spawn(command: string): ChildProcess {
    return spawn(this.#withPort(command), {
      cwd: this.folder,
      env: this.#environment,
      shell: true,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

/** The environment of somebody who knows nothing of this repository, with the Node at hand. */
function strangersEnvironment(registry: string | undefined): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([key]) => !/^(?:npm|NODE)_/i.test(key));
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((one) => !one.includes("node_modules"));
  return {
    ...Object.fromEntries(entries),
    PATH: [dirname(process.execPath), ...path].join(delimiter),
    NO_COLOR: "1",
    CI: "1",
    ...(registry === undefined ? {} : registryEnvironment(registry)),
  };
}

/** How npm, pnpm and Yarn are told of a registry. */
function registryEnvironment(registry: string): NodeJS.ProcessEnv {
  return {
    npm_config_registry: registry,
    npm_config_yes: "true",
    npm_config_loglevel: "error",
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_ENABLE_TELEMETRY: "false",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
