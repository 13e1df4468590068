/**
 * Runs app.ts in other runtimes than the one at hand: Bun, Deno, workerd, the Nodes that the packages
 * promise to run on, and Chromium where it is installed. They are pinned in a folder of their own and installed on first use.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createPortFinder, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import { startServer } from "./server.ts";

const here = import.meta.dirname;
const cache = join(here, ".cache");
const bin = (...parts: readonly string[]): string => join(here, "node_modules", ...parts);

/** A runtime, and how it runs a program that is told the server's address. */
interface Runtime {
  readonly name: string;
  readonly command: (program: string, url: string) => readonly [string, ...string[]];
}

const runtimes: readonly Runtime[] = [
  ...["22", "26"].map((version) => ({
    name: `Node ${version}`,
    command: (program: string, url: string) =>
      [bin(`node-${version}`, "bin", "node"), program, url] as const,
  })),
  { name: "Bun", command: (program, url) => [bin(".bin/bun"), program, url] },
  { name: "Deno", command: (program, url) => [bin(".bin/deno"), "run", "-A", program, url] },
];

async function bundle(name: string, contents: string): Promise<string> {
  const outfile = join(cache, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: here, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@openapi-packages/source"],
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** Runs a program to its end without standing in the way of the server in this process. */
function output([program, ...given]: readonly [string, ...string[]]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, given, { timeout: 30_000 });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("error", (error) => resolve(error.message));
    child.on("close", () => resolve(text.trim()));
  });
}

async function freePort(): Promise<number> {
  const finder = createPortFinder().listen(0, "127.0.0.1");
  await new Promise((resolve) => finder.once("listening", resolve));
  const { port } = finder.address() as AddressInfo;
  finder.close();
  return port;
}

/** workerd has no command line programs: it serves a worker, which makes the calls when it is asked. */
async function inWorkerd(url: string): Promise<string> {
  const worker = await bundle(
    "worker",
    `import { run } from "./app.ts";
    export default { async fetch() {
      try { return new Response(await run(${JSON.stringify(url)})); }
      catch (error) { return new Response(String(error?.stack ?? error)); }
    } };`,
  );
  const port = await freePort();
  const configuration = join(cache, "worker.capnp");
  writeFileSync(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "${worker.split("/").at(-1)}")], compatibilityDate = "2026-01-01", globalOutbound = "network")),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  );
  const child = spawn(bin(".bin/workerd"), ["serve", configuration], { stdio: "inherit" });
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      const response = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
      if (response !== undefined) return await response.text();
      await setTimeout(100);
    }
    return "workerd did not start";
  } finally {
    child.kill();
  }
}

/** A page makes the calls, and sends back what came of them. */
async function inChromium(): Promise<string> {
  const script = await bundle(
    "page",
    `import { run } from "./app.ts";
    run(location.origin).catch((error) => String(error?.stack ?? error)).then((body) =>
      fetch("/result", { method: "POST", body }));`,
  );
  const page = await startServer({
    "/": ["text/html", '<!doctype html><body><script type="module" src="/page.js"></script>'],
    "/page.js": ["text/javascript", readFileSync(script, "utf8")],
    "/favicon.ico": ["image/x-icon", ""],
  });
  const given = ["--headless=new", "--no-sandbox", "--disable-gpu", page.url];
  const child = spawn("chromium", given, { stdio: "ignore", detached: true });
  const late = setTimeout(30_000, "the page told nothing", { ref: false });
  try {
    return await Promise.race([page.result, late]);
  } finally {
    // It is a group of processes.
    if (child.pid !== undefined) process.kill(-child.pid);
    page.close();
  }
}

if (!existsSync(bin(".package-lock.json")))
  execFileSync("npm", ["install"], { cwd: here, stdio: "inherit" });
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const program = await bundle(
  "program",
  `import { run } from "./app.ts";
  const [, , url] = globalThis.process.argv;
  console.log(await run(url));`,
);
let failures = 0;
const tell = (name: string, text: string): void => {
  if (!text.endsWith("as they should")) failures += 1;
  console.log(`${name}: ${text}`);
};
for (const { name, command } of runtimes) {
  const server = await startServer();
  const [runtime] = command(program, server.url);
  const { stdout } = spawnSync(runtime, ["--version"], { encoding: "utf8" });
  tell(
    `${name} (${stdout.trim().split("\n")[0] ?? ""})`,
    await output(command(program, server.url)),
  );
  server.close();
}
const server = await startServer();
tell("workerd", await inWorkerd(server.url));
server.close();
const chromium = spawnSync("chromium", ["--version"], { encoding: "utf8" });
if (chromium.status === 0) tell(chromium.stdout.trim(), await inChromium());
else console.log("no browser: `chromium` is not installed");
process.exitCode = failures === 0 ? 0 : 1;
