import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answersOf } from "../../../generator/src/commands/init/answers.ts";
import { nextCommands } from "../../../generator/src/commands/init/next-commands.ts";
import { planInit } from "../../../generator/src/commands/init/plan-init.ts";
import { lookAtProject } from "../../../generator/src/commands/init/project.ts";
import { goldenFolder, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

/** A description with one operation. */
export const minimal = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");

/** The text of a file of JSON. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What `init --yes` would do to a project. */
export async function planned(files: Readonly<Record<string, string>>, options: object = {}) {
  const folder = temporaryFolder();
  writeTree(folder, { "openapi.yaml": minimal, ...files });
  const project = lookAtProject(folder);
  const answers = await answersOf(project, options, undefined);
  const { files: written, script, byHand } = planInit(project, answers);
  const texts = Object.fromEntries(written.map(({ path, text }) => [path, text]));
  return { answers, texts, byHand, commands: nextCommands(project, answers, script) };
}

/** The options of a configuration that was written. */
export const optionsIn = (text = ""): string => text.slice(text.indexOf("defineConfig("));
