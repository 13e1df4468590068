import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The repository's root folder. */
export const repositoryRoot: string = join(import.meta.dirname, "../..");

/** The peers' own package, apart from the workspace. */
export const peersFolder: string = join(import.meta.dirname, "peers");

/** A generator that is measured. */
export interface Tool {
  readonly name: string;
  /** The npm package that its version is read from; none for this repository's generator. */
  readonly package?: string;
  readonly makes: string;
  /** The Node program and its arguments that generate from a description into a folder. */
  readonly command: (description: string, folder: string) => readonly string[];
}

/** A program that a peer's package brings. */
const bin = (name: string) => join(peersFolder, "node_modules/.bin", name);

/** This repository's generator with some options, by its program. */
const ourTool = (makes: string, name: string, program: string, ...options: string[]): Tool => ({
  name,
  makes,
  command: (description, folder) => [
    program,
    "generate",
    description,
    "--no-config",
    "--out",
    folder,
    ...options,
  ],
});

const allPackages = (program: string) =>
  ourTool(
    "contract, client, server, mocks, compiled",
    "openapi-packages",
    program,
    "--scope",
    "@bench",
  );

/** The generator of this repository. */
export const ours: Tool = allPackages(join(repositoryRoot, "generator/src/cli.ts"));

/** A client of this repository's generator alone in a folder. */
export const clientAlone: Tool = ourTool(
  "types, client",
  "openapi-packages, client",
  join(repositoryRoot, "generator/src/cli.ts"),
  "--layout",
  "folder",
  "--packages",
  "client",
);

/** Ours as it is published: all that it makes, and what is nearest to a peer's client with validators. */
export interface PublishedTools {
  readonly all: Tool;
  readonly client: Tool;
}

/**
 * @param built the folder of the generator's package as it is published
 */
export function publishedTools(built: string): PublishedTools {
  const program = join(built, "dist/cli.js");
  const client = ["--layout", "folder", "--packages", "client", "--validators"];
  return {
    all: allPackages(program),
    client: ourTool("types, client, validators", "openapi-packages, client", program, ...client),
  };
}

/** Those it is compared with, each set up for as much of the same as it can make. */
export const peers: readonly Tool[] = [
  {
    name: "hey-api",
    package: "@hey-api/openapi-ts",
    makes: "types, sdk, zod",
    command: (description, folder) => [
      bin("openapi-ts"),
      "--no-log-file",
      "-i",
      description,
      "-o",
      folder,
      "-c",
      "@hey-api/client-fetch",
      "-p",
      "@hey-api/typescript",
      "@hey-api/sdk",
      "zod",
    ],
  },
  {
    name: "orval",
    package: "orval",
    makes: "types, fetch",
    command: (description, folder) => [join(peersFolder, "run-orval.ts"), description, folder],
  },
  {
    name: "kubb",
    package: "@kubb/core",
    makes: "types, fetch, zod, msw",
    command: (description, folder) => [join(peersFolder, "run-kubb.ts"), description, folder],
  },
  {
    name: "redocly",
    package: "@redocly/cli",
    makes: "types, fetch",
    command: (description, folder) => [
      bin("redocly"),
      "generate-client",
      description,
      "-o",
      join(folder, "client.ts"),
    ],
  },
  {
    name: "openapi-typescript",
    package: "openapi-typescript",
    makes: "types",
    command: (description, folder) => [
      bin("openapi-typescript"),
      description,
      "-o",
      join(folder, "schema.ts"),
    ],
  },
];

/** One that is compared as a client only. */
export const oazapfts: Tool = {
  name: "oazapfts",
  package: "oazapfts",
  makes: "types, fetch",
  command: (description, folder) => [join(peersFolder, "run-oazapfts.ts"), description, folder],
};

/** A peer by its name. */
export function peer(name: string): Tool {
  const found = peers.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(`there is no peer ${name}`);
  return found;
}

/** The version of a tool that is installed; empty for this repository's generator. */
export function installedVersion({ package: name }: Pick<Tool, "package">): string {
  if (name === undefined) return "";
  const manifest = readFileSync(join(peersFolder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Installs the peers as their lock file has them, unless that is done already, and says so. */
export function installPeers(): void {
  const lock = join(peersFolder, "package-lock.json");
  const installed = join(peersFolder, "node_modules/.bench-lock.json");
  const wanted = readFileSync(lock, "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return;
  console.log("npm ci in test/bench/peers");
  execFileSync("npm", ["ci"], { cwd: peersFolder, stdio: "inherit" });
  writeFileSync(installed, wanted);
}
