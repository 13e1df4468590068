import { dirname, relative, sep } from "node:path";
import {
  missingDependencies,
  missingPackage,
  type WantedDependencies,
} from "@openapi-packages/cli/project/missing-dependencies";
import {
  dependencyRanges,
  runtimePackage,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import type { Framework, ScaffoldEntry } from "./entry-types.ts";

/** The packages of each framework, with the version ranges that entries are tested with. */
const packages: Readonly<Record<Framework, WantedDependencies>> = {
  node: { dependencies: {}, devDependencies: {} },
  hono: { dependencies: { hono: "^4.0.0", "@hono/node-server": "^2.0.0" }, devDependencies: {} },
  fastify: { dependencies: { fastify: "^5.0.0" }, devDependencies: {} },
  express: { dependencies: { express: "^5.0.0" }, devDependencies: { "@types/express": "^5.0.0" } },
};

/** What an entry needs in order to be installed and started. */
export interface EntryDependencies {
  readonly framework: Framework;
  readonly needsTsx: boolean;
  /** The package name of the generated server; `undefined` if it is a folder. */
  readonly server: string | undefined;
}

/**
 * Returns the commands that install what an entry imports and the project lacks, and the folder to run them
 * in, relative to the working directory.
 */
export function entryInstall(
  folder: string,
  { framework, needsTsx, server }: EntryDependencies,
): Pick<ScaffoldEntry, "install" | "installFolder"> {
  const own = packages[framework];
  const { commands, packageJson } = missingDependencies(folder, {
    dependencies: {
      [runtimePackage]: dependencyRanges.runtime,
      ...own.dependencies,
    },
    devDependencies: {
      "@types/node": ">=22",
      ...own.devDependencies,
      ...(needsTsx ? { tsx: "^4.0.0" } : {}),
    },
  });
  const home = packageJson === undefined ? process.cwd() : dirname(packageJson);
  return {
    install: [...(server === undefined ? [] : missingPackage(folder, server)), ...commands],
    installFolder: relative(process.cwd(), home).split(sep).join("/") || ".",
  };
}

/**
 * True if a version of Node runs TypeScript directly, with imports of `.ts` files; 22.18 and 23.6 were the
 * first.
 */
export function runsTypeScript(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}
