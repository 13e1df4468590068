import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../browser/chromium.ts";
import { listen } from "../browser/listen.ts";
import { freePort } from "../consumers/machine.ts";
import type { Programs } from "./prepare.ts";
import { transcript } from "./transcript.ts";

/** What the steps came to, by their names. */
export type Told = Readonly<Record<string, string>>;

/** A runtime of JavaScript. */
export interface Runtime {
  readonly name: string;
  /** As it says itself. */
  version(): string;
  /** The program that runs modules of Node, where it is one. */
  readonly node?: string;
  /** What steps come to otherwise than elsewhere, since the runtime is another. */
  readonly differs?: Told;
  /**
   * Runs the program to its end.
   *
   * @param service the address of the service
   * @throws {Error} with all its output where it does not come to that
   */
  run(programs: Programs, service: string): Promise<Told>;
}

const bin = (...parts: readonly string[]): string =>
  join(import.meta.dirname, "node_modules", ...parts);

/** A runtime with a command line. */
function commandLine(name: string, program: string, ...given: readonly string[]): Runtime {
  return {
    name,
    version: () => versionOf(program),
    run: ({ command }, service) => output(program, [...given, command, service]),
  };
}

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return /\d[\w.-]*/.exec(stdout)?.[0] ?? "";
}

/** Runs a program without standing in the way of the service in this process. */
async function output(program: string, given: readonly string[]): Promise<Told> {
  const child = spawn(program, given, { timeout: 600_000 });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  try {
    return JSON.parse(stdout) as Told;
  } catch (error) {
    throw new Error(`${program} printed\n${stdout}${stderr}`, { cause: error });
  }
}

/** workerd has no programs of a command line: it serves a worker, which makes the calls when it is asked. */
const workerd: Runtime = {
  name: "workerd",
  version: () => versionOf(bin(".bin/workerd")),
  async run({ worker }, service) {
    const port = await freePort();
    const configuration = join(dirname(worker), "worker.capnp");
    writeFileSync(configuration, workerConfiguration(port));
    const child = spawn(bin(".bin/workerd"), ["serve", configuration], { stdio: "inherit" });
    try {
      const url = `http://127.0.0.1:${port}/?service=${encodeURIComponent(service)}`;
      for (let attempt = 0; attempt < 100; attempt++) {
        const response = await fetch(url).catch(() => undefined);
        if (response !== undefined) return (await response.json()) as Told;
        await setTimeout(100);
      }
      throw new Error("workerd did not start");
    } finally {
      child.kill();
    }
  },
};

const workerConfiguration = (
  port: number,
): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01", globalOutbound = "network")),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

/**
 * A browser, whose page is of another origin than the service.
 *
 * @param open starts it, or connects to one that runs
 */
export function browser(open: () => Promise<Browser>, version: () => string): Runtime {
  return {
    name: "Chromium",
    version,
    // It streams bodies of requests over HTTP/2 alone.
    differs: { "upload a stream": "ConnectionError" },
    async run({ page: script }, service) {
      const pages = createServer(({ url }, response) => {
        const isScript = url === "/program.js";
        response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
        response.end(isScript ? readFileSync(script) : "<!doctype html>");
      });
      const port = await listen(pages);
      const running = await open();
      try {
        const page = await running.newPage();
        await page.goto(`http://127.0.0.1:${port}/`);
        await page.addScriptTag({ url: "/program.js", type: "module" });
        return await page.evaluate(runOnPage, service);
      } finally {
        await running.close();
        pages.close();
      }
    },
  };
}

/** Runs on the page. */
function runOnPage(service: string): Promise<Told> {
  return (globalThis as unknown as { run: (service: string) => Promise<Told> }).run(service);
}

function nodeAt(version: string | undefined, program: string): Runtime {
  return { ...commandLine(`Node ${version}`, program), node: program };
}

/** The Node at hand. */
export const thisNode: Runtime = nodeAt(process.versions.node.split(".")[0], process.execPath);

/** Those that `package.json` installs, and the browser of this machine where it has one. */
export function allRuntimes(): Runtime[] {
  const found = findChromium();
  const args = ["--no-sandbox"];
  return [
    nodeAt("22", bin("node-22", "bin", "node")),
    thisNode,
    nodeAt("26", bin("node-26", "bin", "node")),
    commandLine("Bun", bin(".bin/bun")),
    commandLine("Deno", bin(".bin/deno"), "run", "-A"),
    workerd,
    ...("program" in found
      ? [
          browser(
            () => chromium.launch({ executablePath: found.program, args }),
            () => versionOf(found.program),
          ),
        ]
      : []),
  ];
}

/** What a runtime has to tell. */
export const expectedOf = ({ differs }: Runtime): Told => ({ ...transcript, ...differs });
