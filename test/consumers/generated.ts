import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";
import { pack, packPublished, run, type Tarball } from "./tarballs.ts";

const generated = ["contract", "client", "server", "mocks"];

/**
 * Packs what is generated from this repository's description, compiled: the repository holds the sources alone, whoever
 * generates them gets what runs as well.
 *
 * @param folder where the packages and their tarballs go; emptied first
 */
export function packGenerated(folder: string): Tarball[] {
  const out = join(folder, "packages");
  rmSync(folder, { recursive: true, force: true });
  for (const name of generated)
    cpSync(join(repositoryRoot, "packages", name, "package.json"), join(out, name, "package.json"));
  const cli = join(repositoryRoot, "generator", "src", "cli.ts");
  const description = join(repositoryRoot, "spec", "openapi.yaml");
  const options = ["--out", out, "--scope", "@genai-app"];
  run(repositoryRoot, process.execPath, cli, "generate", description, ...options);
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  return generated.map((name) => pack(join(out, name), tarballs));
}

/** Packs all that an application may install: what is published, and what is generated. */
export function packEverything(): Tarball[] {
  const folder = join(repositoryRoot, "node_modules", ".cache", "consumers");
  return [...packPublished(join(folder, "tarballs")), ...packGenerated(join(folder, "generated"))];
}
