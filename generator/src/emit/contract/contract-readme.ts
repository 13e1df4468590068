import type { ApiModel, Note } from "../../model/api-model.ts";
import { markdownCode, markdownLine } from "../../escape.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";

/** The contract's README. */
export function contractReadme(
  model: ApiModel,
  { scope, openapiJson = false }: EmitOptions,
): EmittedFile {
  const operations = model.groups.reduce((sum, group) => sum + group.operations.length, 0);
  return markdownFile("contract/README.md", [
    `# ${scope}/contract`,
    "",
    `The types and descriptors of ${markdownLine(model.title)} ${markdownLine(model.version)} that client and server share: ${operations} operations, ${model.schemas.length} schemas.`,
    "",
    "Every file of this package is generated from the description; change the description instead.",
    "",
    "| entry | holds |",
    "|---|---|",
    `| \`${scope}/contract\` | the schemas' types, \`…Input\` and \`…Result\` of every operation, the operation table |`,
    `| \`${scope}/contract/operations/<tag>\` | the same operations, those of one tag |`,
    `| \`${scope}/contract/serializers\` | compiled serializers of every response: an answer has the members that the description declares, and no other |`,
    `| \`${scope}/contract/validators\` | compiled validators of every request and response; nothing is compiled at run time |`,
    ...(openapiJson
      ? [`| \`${scope}/contract/openapi.json\` | the description in one file |`]
      : []),
    "",
    "[NOT-SHOWN.md](NOT-SHOWN.md) lists what the description leaves open, and what it assumes.",
  ]);
}

/** Everything that the description marks as not shown, or as chosen in its place. */
export function notShownList({ notes }: ApiModel): EmittedFile {
  return markdownFile("contract/NOT-SHOWN.md", [
    "# What the description leaves open",
    "",
    ...section(
      "Not shown",
      "Places that are open, because nothing is known of them.",
      notes.filter(isKind("not-shown")),
    ),
    ...section(
      "Assumed",
      "Places where something had to be chosen.",
      notes.filter(isKind("assumption")),
    ),
  ]);
}

function isKind(kind: Note["kind"]): (note: Note) => boolean {
  return (note) => note.kind === kind;
}

function section(title: string, lead: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [`## ${title}`, "", "Nothing.", ""];
  const rows = notes.map(({ place, text }) => `| ${markdownCode(place)} | ${markdownLine(text)} |`);
  return [`## ${title}`, "", lead, "", "| where | what |", "|---|---|", ...rows, ""];
}
