import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MockDescription } from "@openapi-packages/mock/description";
import { build } from "esbuild";
import { repositoryRoot } from "../../scripts/repository.ts";

const here = import.meta.dirname;
const cache = join(here, ".cache");

/** The program as each kind of runtime takes it: a file each. */
export interface Programs {
  /** Run with the address of the service; prints what the steps came to, as JSON. */
  readonly command: string;
  /** A worker that answers what the steps came to; the address is the parameter `service` of the request. */
  readonly worker: string;
  /** A script of a page that gives it a function `run`. */
  readonly page: string;
  /** The mock of the service. */
  readonly description: MockDescription;
}

/** What surrounds the program, which is the same everywhere. */
const surroundings = {
  command: `import { run } from "./program.ts";
    console.log(JSON.stringify(await run(globalThis.process.argv[2])));`,
  worker: `import { run } from "./program.ts";
    export default {
      async fetch({ url }) {
        return Response.json(await run(new URL(url).searchParams.get("service")));
      },
    };`,
  page: `import { run } from "./program.ts";
    globalThis.run = run;`,
};

/** Generates the client and the mocks from `openapi.yaml`, compiles the program with them, and bundles it. */
export async function preparePrograms(): Promise<Programs> {
  mkdirSync(cache, { recursive: true });
  node("generator/src/cli.ts", "generate", "--config", join(here, "generate.config.json"));
  node("node_modules/typescript-7/bin/tsc", "--project", here);
  const [command, worker, page] = await Promise.all([
    bundle("command"),
    bundle("worker"),
    bundle("page"),
  ]);
  const module = pathToFileURL(join(cache, "api", "mocks", "description.ts")).href;
  const { description } = (await import(module)) as { readonly description: MockDescription };
  return { command, worker, page, description };
}

function node(program: string, ...given: readonly string[]): void {
  try {
    execFileSync(process.execPath, [program, ...given], {
      cwd: repositoryRoot,
      stdio: "pipe",
      encoding: "utf8",
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed\n${stdout}${stderr}`, { cause: error });
  }
}

async function bundle(kind: keyof typeof surroundings): Promise<string> {
  const outfile = join(cache, `${kind}.mjs`);
  await build({
    stdin: { contents: surroundings[kind], resolveDir: here, loader: "ts" },
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
