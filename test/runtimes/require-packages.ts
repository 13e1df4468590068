import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { packEverything } from "../consumers/tarballs.ts";
import { checkCombination, formatOutcome } from "../consumers/types/check-combination.ts";
import { checks, compilers, resolutions } from "../consumers/types/combinations.ts";
import { installProjects } from "../consumers/types/projects.ts";

/** Programs in CommonJS, which `require` what is packed. */
export interface CommonJs {
  /** @returns what a Node prints that runs them */
  run(node: string): string;
  /** What it prints where nothing fails. */
  readonly expected: string;
  dispose(): void;
}

/** Packs all packages, and compiles programs of strangers to CommonJS. */
export function makeCommonJs(): CommonJs {
  const projects = installProjects(packEverything());
  const check = checks.find(({ title }) => title === "CommonJS, `require`");
  const compiler = compilers.find(({ version }) => version === "7");
  const resolution = resolutions.find(({ name }) => name === "nodenext");
  if (check === undefined || compiler === undefined || resolution === undefined)
    throw new Error("there is no check of CommonJS");
  const outcome = checkCombination(projects, check, compiler, resolution);
  if (outcome?.succeeded !== true)
    throw new Error(outcome === undefined ? check.title : formatOutcome(outcome));
  const folder = projects.folderOf(check);
  const names = check.files.map((file) => file.replace(".ts", ".js"));
  return {
    run: (node) =>
      names
        .map((name) => {
          const given = { cwd: folder, encoding: "utf8" } as const;
          const { status, stderr } = spawnSync(node, [join("out", name)], given);
          return status === 0 ? `${name} ran` : `${name} ended with ${status}: ${stderr}`;
        })
        .join(", "),
    expected: names.map((name) => `${name} ran`).join(", "),
    dispose: () => projects.dispose(),
  };
}
