import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";

/** What a reader of a README does: writes a file, or types commands. */
export type ReadmeStep =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "commands"; readonly title: string; readonly commands: readonly string[] };

const fence = /^```(?<language>\w+)(?: title="(?<title>[^"]*)")?[^\n]*\n(?<text>[\s\S]*?)^```$/gm;

/**
 * What a reader does who follows a section of a README, the generator's unless told: its blocks of `sh` are commands, one a
 * line, those of another language with a title are files of that path.
 *
 * @throws {Error} for a section that is not there, or has no steps
 */
export function readmeSteps(heading: string, path = "generator/README.md"): ReadmeStep[] {
  const text = readFileSync(join(repositoryRoot, path), "utf8");
  const [, after] = text.replaceAll("\n### ", "\n## ").split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`${path} has no section "${heading}"`);
  const section = after.split("\n## ")[0] ?? "";
  const steps = stepsOf(section);
  if (steps.length === 0) throw new Error(`"${heading}" of ${path} has no steps`);
  return steps;
}

/** What a reader does who follows a whole page: first its files, then its commands. */
export function pageSteps(path: string): ReadmeStep[] {
  const steps = stepsOf(readFileSync(join(repositoryRoot, path), "utf8"));
  const isFile = ({ kind }: ReadmeStep): boolean => kind === "file";
  return [...steps.filter(isFile), ...steps.filter((step) => !isFile(step))];
}

function stepsOf(text: string): ReadmeStep[] {
  return [...text.matchAll(fence)].flatMap(({ groups }): ReadmeStep[] => {
    const { language, title = "", text: block = "" } = groups ?? {};
    if (language === "sh") return [{ kind: "commands", title, commands: commandsOf(block) }];
    return title === "" ? [] : [{ kind: "file", path: title, text: block }];
  });
}

/** The commands of a block, without comments. */
function commandsOf(block: string): string[] {
  return block
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)#\s.*$/, "").trim())
    .filter((line) => line !== "");
}
