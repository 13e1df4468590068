import { spawn } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeModules } from "../release/bundle/write-modules.ts";
import { publishedManifest } from "../release/published-manifest.ts";
import type { Manifest } from "../release/released-packages.ts";
import { repositoryRoot } from "../repository.ts";
import { countFiles } from "./files.ts";
import type { Weight } from "./weight.ts";

const description = ["spec/openapi.yaml", "--no-config"];

/** Where the command stands as it is published; what it depends on is found in the repository. */
const published = join(repositoryRoot, "node_modules", ".cache", "weights-command");

/** Bundles the command and runs it: counts the modules that it loads, and what it writes for a client alone. */
export async function measureCommand(): Promise<Weight[]> {
  // Outside the repository, so that the generator remembers no earlier run.
  const folder = mkdtempSync(join(tmpdir(), "weights-"));
  const own = join(repositoryRoot, "generator");
  rmSync(published, { recursive: true, force: true });
  await writeModules(join(published, "dist"));
  const manifest = readFileSync(join(own, "package.json"), "utf8");
  writeFileSync(
    join(published, "package.json"),
    JSON.stringify(publishedManifest(JSON.parse(manifest) as Manifest)),
  );
  symlinkSync(join(own, "node_modules"), join(published, "node_modules"));
  try {
    const out = join(folder, "api");
    const ofClient = ["--layout", "folder", "--packages", "client", "--out", out];
    const help = await countModules(folder, ["--help"]);
    const mock = await countModules(folder, ["mock", ...description, "--port", "0"], "listening");
    const generate = await countModules(folder, ["generate", ...description, ...ofClient]);
    return [
      ...countFiles("a client alone in a folder", readTree(out)),
      { name: "--help, modules loaded", value: help },
      { name: "mock, modules loaded", value: mock },
      { name: "generate of a client, modules loaded", value: generate },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Counts the modules that a run of the command loads, without those of Node.
 *
 * @param until the output after which the process is ended; by default it ends by itself
 */
async function countModules(
  folder: string,
  args: readonly string[],
  until?: string,
): Promise<number> {
  const file = join(folder, "modules");
  rmSync(file, { force: true });
  const preload = join(import.meta.dirname, "record-modules.ts");
  await run(["--import", preload, join(published, "dist", "cli.js"), ...args], file, until);
  const urls = readFileSync(file, "utf8").split("\n");
  return new Set(urls.filter((url) => url.startsWith("file:"))).size;
}

function run(args: readonly string[], file: string, until: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: repositoryRoot,
      env: { ...process.env, RECORDED_MODULES: file },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (until !== undefined && output.includes(until)) child.kill();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${args.join(" ")} failed\n${output}`));
    });
  });
}

function readTree(folder: string): { readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ text: readFileSync(join(entry.parentPath, entry.name), "utf8") }));
}
