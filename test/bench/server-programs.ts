import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build-package.ts";
import { writeOwnDescription } from "./own-description.ts";
import { peersFolder, repositoryRoot } from "./tools.ts";

/** A server that is measured. */
export interface ServerProgram {
  readonly name: string;
  readonly file: string;
  /** What it does of what ours does. */
  readonly does: string;
  /** The npm packages that its version is read from; none for Node's own and ours. */
  readonly packages?: readonly string[];
  /** Ours of the same framework, which it is compared with. */
  readonly against?: string;
}

/** What ours does, in whichever framework. */
export const all = "77 operations: routes, security, validates, serializes";

/** The servers, the limit first. */
export const serverPrograms: readonly ServerProgram[] = [
  {
    name: "node:http, bare",
    file: "bare.ts",
    does: "JSON.parse, JSON.stringify",
    against: "ours, node:http",
  },
  { name: "ours, node:http", file: "ours-node.ts", does: all },
  { name: "ours, Fastify 5", file: "ours-fastify.ts", does: all },
  { name: "ours, Hono", file: "ours-hono.ts", does: all },
  { name: "ours, Express 5", file: "ours-express.ts", does: all },
  {
    name: "Fastify 5",
    file: "fastify.ts",
    does: "2 operations: routes, validates, serializes",
    packages: ["fastify"],
    against: "ours, node:http",
  },
  {
    name: "Fastify 5, guarded",
    file: "fastify-guarded.ts",
    does: "the same with a token and request ids",
    packages: ["fastify"],
    against: "ours, node:http",
  },
  {
    name: "Hono, zod-openapi",
    file: "hono-zod.ts",
    does: "2 operations: routes, validates",
    packages: ["hono", "@hono/zod-openapi"],
    against: "ours, Hono",
  },
  {
    name: "Hono, zod-openapi, guarded",
    file: "hono-zod-guarded.ts",
    does: "the same with a token, request ids and a limit of bodies",
    packages: ["hono", "@hono/zod-openapi"],
    against: "ours, Hono",
  },
  {
    name: "express-openapi-validator",
    file: "express-openapi-validator.ts",
    does: "77 operations: routes, validates",
    packages: ["express", "express-openapi-validator"],
    against: "ours, Express 5",
  },
  {
    name: "openapi-backend",
    file: "openapi-backend.ts",
    does: "77 operations: routes, validates",
    packages: ["openapi-backend"],
    against: "ours, node:http",
  },
];

/** Packages as they are published, which the programs find beside them. */
const built = [
  { name: "runtime", project: "tsconfig.build.json" },
  { name: "contract", project: "tsconfig.json" },
  { name: "server", project: "tsconfig.json" },
];

/**
 * Builds this repository's packages and copies the programs beside them, into a folder of their own
 * below the peers.
 *
 * @returns the folder, and what removes it
 */
export async function prepareServers(): Promise<{
  readonly folder: string;
  readonly remove: () => void;
}> {
  const cache = join(peersFolder, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "server-"));
  for (const { name, project } of built)
    buildPackage(join(repositoryRoot, "packages", name), project, folder);
  cpSync(join(peersFolder, "servers"), folder, { recursive: true });
  cpSync(join(import.meta.dirname, "server-exchanges.ts"), join(folder, "server-exchanges.ts"));
  await writeOwnDescription(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
