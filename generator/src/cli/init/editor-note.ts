import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { usesPlugAndPlay } from "../../project/missing-dependencies.ts";
import type { Project } from "./project.ts";

/**
 * The line by which editors know the schema of the description; none where it is no YAML of OpenAPI 3 in the project, or has
 * one. It is told and not written: the description may be published, or made by another program.
 */
export function editorNotes(project: Project, description: string | undefined): string[] {
  if (description === undefined || !/\.ya?ml$/i.test(description) || !project.has(description))
    return [];
  // Yarn keeps the packages of Plug'n'Play in archives, which editors do not read.
  if (usesPlugAndPlay(project.folder)) return [];
  const text = readFileSync(join(project.folder, description), "utf8");
  if (!/^openapi:/m.test(text) || /^# yaml-language-server:/m.test(text)) return [];
  const schema = "node_modules/openapi-packages/description.schema.json";
  const path = posix.relative(posix.normalize(dirname(description).replaceAll("\\", "/")), schema);
  return [
    `Editors complete and check ${description} by this line in it: # yaml-language-server: $schema=${path}`,
  ];
}
