import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownRange } from "@openapi-packages/description/own-version";
import { installCommands } from "@openapi-packages/cli/project/install-commands";
import {
  missingDependencies,
  type MissingDependencies,
} from "@openapi-packages/cli/project/missing-dependencies";
import { wantedDependencies } from "@openapi-packages/cli/project/wanted-dependencies";
import { mockPackage, runtimePackage } from "@openapi-packages/compiler/symbols/runtime-symbols";
import type { Answers } from "./answers.ts";
import { withMember } from "./json-edit.ts";
import { packagesFor, type Project } from "./project.ts";

/** Returns the commands to run after `init`: they install missing dependencies and generate the code. */
export function nextCommands(
  project: Project,
  answers: Answers | undefined,
  script: string,
): string[] {
  const { packageManager, commands } = missingPackages(project, answers);
  const generate = `${packageManager} run ${script}`;
  // Package managers link the packages of a workspace during an installation.
  const link = answers?.layout === "packages" ? ` && ${packageManager} install` : "";
  return [...(commands.length === 0 ? [] : [commands.join(" && ")]), `${generate}${link}`];
}

/** The dependencies that a project lacks: those of the generated code, and the generator. */
function missingPackages(project: Project, answers: Answers | undefined): MissingDependencies {
  const packages = answers?.packages ?? packagesFor(project);
  // Types alone import nothing.
  const hasCode = packages.some((name) => name !== "paths" && name !== "types");
  const imported = [
    ...(hasCode ? [runtimePackage] : []),
    ...(packages.includes("mocks") ? [mockPackage] : []),
  ];
  const wanted = wantedDependencies(answers?.layout === "folder" ? imported : []);
  return missingDependencies(project.folder, {
    ...wanted,
    devDependencies: { "openapi-packages": ownRange, ...wanted.devDependencies },
  });
}

/** An installation of the dependencies in package.json. */
export interface Installation {
  /** The dependencies that were added to package.json: `openapi-packages ^0.1.0`. */
  readonly added: readonly string[];
  /** The command that installs them; `undefined` if there is nothing to install. */
  readonly command: string | undefined;
}

/**
 * Adds missing dependencies to package.json, so that one run of the package manager installs them all: that run takes
 * longer than everything else that `init` does.
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
  // New packages of a workspace have to be linked, even if there is nothing else to install.
  const isNeeded = added.length > 0 || answers?.layout === "packages";
  return { added, command: isNeeded ? installCommands[missing.packageManager] : undefined };
}
