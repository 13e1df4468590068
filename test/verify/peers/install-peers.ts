import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ComparedPeer } from "../../../scripts/figures/write-figures.ts";

const packages = ["dredd@14", "@stoplight/prism-cli@5", "express@5", "express-openapi-validator@5"];

/** Peers that are installed in a temporary folder, which is removed in the end. */
export interface InstalledPeers extends Disposable {
  readonly folder: string;
  /** The peers with their versions. `told` is whose requests those see that send none. */
  compared(told: string): readonly ComparedPeer[];
}

/** Installs the peers of npm. */
export function installPeers(): InstalledPeers {
  const folder = mkdtempSync(join(tmpdir(), "peers-"));
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  execFileSync("npm", install, { cwd: folder, stdio: ["ignore", 2, 2] });
  const versionOf = (name: string): string => {
    const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
    return (JSON.parse(text) as { version: string }).version;
  };
  return {
    folder,
    compared: (told) =>
      packages
        .map((specifier) => specifier.slice(0, specifier.lastIndexOf("@")))
        .filter((name) => name !== "express")
        .map((name) => ({
          name,
          version: versionOf(name),
          configuration: name === "dredd" ? "requests of its own" : told,
        })),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
