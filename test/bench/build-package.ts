import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedManifest } from "../../scripts/release/published-manifest.ts";
import type { Manifest } from "../../scripts/release/released-packages.ts";
import { repositoryRoot } from "./tools.ts";

/**
 * Builds one of this repository's packages as it is published.
 *
 * @param own the package's folder
 * @param project its file of compiler options
 * @param folder where programs find it, below `node_modules`
 * @returns the folder of what was built
 */
export function buildPackage(own: string, project: string, folder: string): string {
  const manifest = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as Manifest;
  const out = join(folder, "node_modules", manifest.name);
  const compiler = join(repositoryRoot, "node_modules/typescript-7/bin/tsc");
  const options = {
    rootDir: join(own, "src"),
    outDir: join(out, "dist"),
    noEmit: "false",
    declaration: "false",
    isolatedDeclarations: "false",
    rewriteRelativeImportExtensions: "true",
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const command = [compiler, "-p", join(own, project), "--noCheck", ...flags];
  execFileSync(process.execPath, command, { stdio: "inherit" });
  writeFileSync(join(out, "package.json"), JSON.stringify(publishedManifest(manifest)));
  const parts = ["src/serializers", "src/validators"];
  for (const part of parts.filter((one) => existsSync(join(own, one))))
    cpSync(join(own, part), join(out, part.replace("src", "dist")), { recursive: true });
  return out;
}
