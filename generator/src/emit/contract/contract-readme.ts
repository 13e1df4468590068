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
    `The types, operations, validators and serializers of ${markdownLine(model.title)} ${markdownLine(model.version)}, which clients, servers and mocks share: ${operations} operations, ${model.schemas.length} schemas.`,
    "",
    "Every file of this package is generated from the description; change the description instead.",
    "",
    "| entry | exports |",
    "|---|---|",
    `| \`${scope}/contract\` | the types of schemas; the descriptor, \`…Input\` and \`…Result\` of every operation; \`operationTable\`, \`api\` |`,
    `| \`${scope}/contract/operations/<tag>\` | the operations of one tag |`,
    `| \`${scope}/contract/serializers\` | compiled serializers of every response: they pick the properties that the description declares |`,
    `| \`${scope}/contract/validators\` | compiled validators of every request and response; nothing is compiled at run time |`,
    ...(openapiJson
      ? [`| \`${scope}/contract/openapi.json\` | the description in one file |`]
      : []),
    "",
    "A descriptor states method, path, parameters, media types, security and pagination of its operation. It does not import validators and serializers, so that a client without them does not bundle them.",
    "",
    "[NOT-SHOWN.md](NOT-SHOWN.md) lists the places that the description leaves open, and its assumptions.",
  ]);
}

/** `NOT-SHOWN.md`: the places that the description marks with `x-not-shown` or `x-assumption`. */
export function notShownList({ notes }: ApiModel): EmittedFile {
  return markdownFile("contract/NOT-SHOWN.md", [
    "# What the description leaves open",
    "",
    ...section(
      "Not shown",
      "Places that are open, because their content is not known.",
      notes.filter(isKind("not-shown")),
    ),
    ...section(
      "Assumed",
      "Places where the description makes a choice.",
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
  return [`## ${title}`, "", lead, "", "| place | note |", "|---|---|", ...rows, ""];
}
