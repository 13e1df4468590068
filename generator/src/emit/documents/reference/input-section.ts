import { markdownCode, markdownText } from "@openapi-packages/description/text/escape";
import type {
  ApiModel,
  MediaType,
  Operation,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import { descriptionOf } from "./member-rows.ts";
import type { ReferenceContext } from "./reference-context.ts";
import { shownSchema } from "./shown-schema.ts";
import { bodyWords, boundsWords, typeWords } from "./type-words.ts";

/** Writes the section about the parameters and the body of an operation. */
export function inputSection(context: ReferenceContext, operation: Operation): readonly string[] {
  const { parameters, requestBody, inputTypeName } = operation;
  if (parameters.length === 0 && requestBody === undefined) return ["## Input", "", "None.", ""];
  return [
    "## Input",
    "",
    `Type: \`${inputTypeName}\`.`,
    "",
    ...parameterTable(context.model, parameters),
    ...bodyLines(context, operation),
  ];
}

/** Writes a table of parameters or headers; empty if there are none. */
export function parameterTable(
  { types }: Pick<ApiModel, "types">,
  parameters: readonly Parameter[],
  isHeaders = false,
): readonly string[] {
  if (parameters.length === 0) return [];
  const head = ["name", ...(isHeaders ? [] : ["in"]), "type", "required", "bounds", "description"];
  return [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...parameters.map((parameter) => {
      const { name, required, schema } = parameter;
      const cells = [
        markdownCode(name),
        ...(isHeaders ? [] : [parameter.in]),
        markdownCode(typeWords(schema.meaning)),
        required ? "yes" : "",
        boundsWords(
          shownSchema(types, { schema: schema.meaning, annotations: schema.annotations }),
        ),
        parameterText(parameter),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
  ];
}

function parameterText({ description, deprecated, multiSegment, schema }: Parameter): string {
  const own = descriptionOf({ description, deprecated });
  const text = description === "" ? `${own}${descriptionOf(schema.json)}` : own;
  return multiSegment
    ? `${text} Takes several segments of the path: its slashes stay.`.trim()
    : text;
}

function bodyLines({ members }: ReferenceContext, { requestBody }: Operation): readonly string[] {
  if (requestBody === undefined) return [];
  const { required, description, content, streamMember } = requestBody;
  const known = new Set<readonly string[]>();
  return [
    `**Body**, ${required ? "required" : "optional"}: ${content.map(mediaWords).join(", or ")}.`,
    "",
    ...(description === "" ? [] : [...markdownText(description), ""]),
    ...(streamMember === undefined
      ? []
      : [`With \`${streamMember}: true\` the answer is a stream.`, ""]),
    ...content.flatMap(({ schema }) => {
      const lines = schema === undefined ? [] : members.of(schema.meaning, "input");
      if (known.has(lines)) return [];
      known.add(lines);
      return lines;
    }),
  ];
}

/** Names the type of a body and its media type. */
export const mediaWords = (media: MediaType): string =>
  `${markdownCode(bodyWords(media))} as ${markdownCode(media.mediaType)}`;
