import { markdownLine } from "../../escape.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { packageName } from "../package-names.ts";
import { pagePaths } from "../reference/page-paths.ts";
import { referenceFolder } from "../reference/example-import.ts";

/** Lines of Markdown. */
export type Lines = readonly string[];

/** `AGENTS.md` of a part: how code with it is written, for coding assistants and for people in a hurry. */
export function guide(
  { title }: ApiModel,
  options: EmitOptions,
  part: string,
  sections: Lines,
): EmittedFile {
  const name = options.layout === "folder" ? part : packageName(options, part);
  return markdownFile(`${part}/AGENTS.md`, [
    `# Writing code with \`${name}\``,
    "",
    `For coding assistants, and for people in a hurry. This part is generated from the description of ${markdownLine(title)}: never edit its files, and ask it, not your memory, for names.`,
    "",
    ...sections,
  ]);
}

/** Where the reference is and how an operation is found in it; what the part has itself comes first. */
export function findingSection(model: ApiModel, options: EmitOptions, own: Lines): Lines {
  const folder = referenceFolder(options);
  const [operation] = model.groups.flatMap((group) => group.operations);
  const page = operation && pagePaths(model).get(operation)?.split("/").at(-1);
  // Nothing that a shell takes for more than a name.
  const searched = page?.replace(/[^\w.-]/g, "?") ?? "name";
  const lines = [
    ...own,
    ...(folder === undefined
      ? []
      : [
          `\`${folder}/README.md\` lists every operation with its page: input, answers, code. \`find ${folder} -iname '*${searched}*'\` finds a page by operationId, and a search for a path in that list finds it by address.`,
        ]),
    ...(model.schemas.length === 0
      ? []
      : [
          `Types of schemas, with comments: \`${options.layout === "folder" ? "" : "src/"}schema.ts\` of the contract${folder === undefined ? "" : "; `schemas.md` of the reference lists them"}.`,
        ]),
  ];
  return ["## Find an operation", "", ...lines.map((line) => `- ${line}`), ""];
}

/** The section of typical mistakes. */
export const mistakes = (...lines: Lines): Lines => [
  "## Mistakes to avoid",
  "",
  ...lines.map((line) => `- ${line}`),
];
