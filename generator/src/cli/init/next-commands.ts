import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownRange } from "../../own-version.ts";
import { installCommands } from "../../project/install-commands.ts";
import {
  missingDependencies,
  type MissingDependencies,
} from "../../project/missing-dependencies.ts";
import { wantedDependencies } from "../../project/wanted-dependencies.ts";
import { mockPackage, runtimePackage } from "../../runtime-symbols.ts";
import type { Answers } from "./answers.ts";
import { withMember } from "./json-edit.ts";
import { packagesFor } from "./plan-init.ts";
import type { Project } from "./project.ts";

/** The commands that lead from a configuration to generated code: to install what is missing, and to generate. */
export function nextCommands(
  project: Project,
  answers: Answers | undefined,
  script: string,
): string[] {
  const { packageManager, commands } = missingPackages(project, answers);
  const generate = `${packageManager} run ${script}`;
  // Package managers link the packages of a workspace when they install.
  const link = answers?.layout === "packages" ? ` && ${packageManager} install` : "";
  return [...(commands.length === 0 ? [] : [commands.join(" && ")]), `${generate}${link}`];
}

/** What a project has to install: what generated code imports, and the generator. */
function missingPackages(project: Project, answers: Answers | undefined): MissingDependencies {
  const hasMocks = packagesFor(project).includes("mocks");
  const imported = [runtimePackage, "openapi-fetch", ...(hasMocks ? [mockPackage] : [])];
  const wanted = wantedDependencies(answers?.layout === "folder" ? imported : []);
  return missingDependencies(project.folder, {
    ...wanted,
    devDependencies: { "openapi-packages": ownRange, ...wanted.devDependencies },
  });
}

/** What is to be installed of a project whose package.json asks for it. */
export interface Installation {
  /** What was added to package.json: `openapi-packages ^0.1.0`. */
  readonly added: readonly string[];
  /** The one command that installs it; `undefined` where there is nothing to install. */
  readonly command: string | undefined;
}

/**
 * Adds what is missing to package.json, so that the package manager runs once: it takes longer than all else that `init`
 * does.
 */
export function addDependencies(project: Project, answers: Answers | undefined): Installation {
  const missing = missingPackages(project, answers);
  const path = join(project.folder, "package.json");
  let text = readFileSync(path, "utf8");
  const added: string[] = [];
  for (const kind of ["dependencies", "devDependencies"] as const)
    for (const [name, range] of Object.entries(missing[kind])) {
      text = withMember(text, [kind], name, range);
      added.push(`${name} ${range}`);
    }
  if (added.length > 0) writeFileSync(path, text);
  // Packages that a workspace gets are to be linked, whatever else is installed.
  const isNeeded = added.length > 0 || answers?.layout === "packages";
  return { added, command: isNeeded ? installCommands[missing.packageManager] : undefined };
}
