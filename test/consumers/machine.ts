import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";
import { Project } from "./project.ts";

/** A machine that knows nothing of this repository: a temporary folder, with commands and processes of its own. */
export class Machine {
  readonly #folder = mkdtempSync(join(tmpdir(), "consumer-"));
  readonly #environment: NodeJS.ProcessEnv;
  readonly #background: ChildProcess[] = [];
  /** Takes the place of port 4010, which the READMEs have. */
  readonly #port: number;

  private constructor(port: number, registry: string | undefined, cache: string) {
    this.#port = port;
    const commands = join(this.#folder, "bin");
    mkdirSync(commands);
    mkdirSync(join(this.#folder, "project"));
    this.#environment = environmentOf(commands, registry, cache);
  }

  /**
   * @param registry the URL of the registry that is installed from; none where nothing is installed
   * @param cache the folder of what npm has fetched; what `npx` has installed there is removed
   */
  static async create(registry?: string, cache = npmCache): Promise<Machine> {
    rmSync(join(cache, "_npx"), { recursive: true, force: true, maxRetries: 5 });
    return new Machine(await freePort(), registry, cache);
  }

  /** The folder of the project, empty at first. */
  get project(): Project {
    return new Project(this, join(this.#folder, "project"));
  }

  /** Puts a command on the path, a script of the shell. */
  addCommand(name: string, script: string): void {
    const file = join(this.#folder, "bin", name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** A text of a README with the port of this machine. */
  withPort(text: string): string {
    return text.replaceAll("4010", String(this.#port));
  }

  /** Starts a command in a shell. */
  spawn(command: string, cwd: string): ChildProcess {
    return spawn(this.withPort(command), {
      cwd,
      env: this.#environment,
      shell: true,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Ends a process that goes on when the machine ends. */
  endLater(child: ChildProcess): void {
    this.#background.push(child);
  }

  /** Ends what goes on, and removes all files. */
  dispose(): void {
    for (const { pid } of this.#background)
      try {
        // The shell and what it started are a group.
        if (pid !== undefined) process.kill(-pid);
      } catch {
        // It has ended by itself.
      }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The environment of somebody who knows nothing of this repository, with the Node at hand. */
function environmentOf(
  commands: string,
  registry: string | undefined,
  cache: string,
): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([key]) => !/^(?:npm_|NODE_(?:OPTIONS|PATH|ENV))/i.test(key),
  );
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((one) => !one.includes("node_modules"));
  return {
    ...Object.fromEntries(entries),
    PATH: [commands, dirname(process.execPath), ...path].join(delimiter),
    NO_COLOR: "1",
    ...(registry === undefined ? {} : registryEnvironment(registry, cache)),
  };
}

/** What npm has fetched; its own, since what `npx` has installed of a version stays when the tarball changes. */
const npmCache = join(repositoryRoot, "node_modules", ".cache", "consumers", "npm");

/** How npm, pnpm and Yarn are told of a registry. */
function registryEnvironment(registry: string, cache: string): NodeJS.ProcessEnv {
  return {
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_yes: "true",
    npm_config_loglevel: "error",
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    // What asks for leave, or keeps lockfiles as they are, does so in CI.
    CI: "true",
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
