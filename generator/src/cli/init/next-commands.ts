import { readFileSync } from "node:fs";
import { join } from "node:path";
import { missingDependencies, type PackageManager } from "../../project/missing-dependencies.ts";
import { wantedDependencies } from "../../project/wanted-dependencies.ts";
import { mockPackage, runtimePackage } from "../../runtime-symbols.ts";
import type { Answers } from "./answers.ts";
import { packagesFor } from "./plan-init.ts";
import type { Project } from "./project.ts";

/** The commands that lead from a configuration to generated code: to install what is missing, and to generate. */
export function nextCommands(
  project: Project,
  answers: Answers | undefined,
  script: string,
): string[] {
  const isFolder = answers?.layout === "folder";
  const hasMocks = packagesFor(project).includes("mocks");
  const imported = [runtimePackage, "openapi-fetch", ...(hasMocks ? [mockPackage] : [])];
  const wanted = wantedDependencies(isFolder ? imported : []);
  const { packageManager, commands } = missingDependencies(project.folder, {
    ...wanted,
    devDependencies: { "openapi-packages": `^${ownVersion()}`, ...wanted.devDependencies },
  });
  const install = commands.map((command) => atRoot(command, project, packageManager)).join(" && ");
  const generate = `${packageManager} run ${script}`;
  // Package managers link the packages of a workspace when they install.
  const link = answers?.layout === "packages" ? ` && ${packageManager} install` : "";
  return [...(install === "" ? [] : [install]), `${generate}${link}`];
}

/** pnpm and Yarn 1 want to be told that the root of a workspace is meant. */
function atRoot(
  command: string,
  { workspaces, folder, has }: Project,
  manager: PackageManager,
): string {
  if (manager === "pnpm" && has("pnpm-workspace.yaml")) return command.replace(" add", " add -w");
  const isYarn1 =
    manager === "yarn" &&
    has("yarn.lock") &&
    readFileSync(join(folder, "yarn.lock"), "utf8").includes("yarn lockfile v1");
  return isYarn1 && workspaces.length > 0 ? command.replace(" add", " add -W") : command;
}

function ownVersion(): string {
  const path = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
