import { markdownCode, markdownLine } from "@openapi-packages/description/text/escape";
import {
  commonStatuses,
  type Operation,
  type OperationResponse,
} from "@openapi-packages/description/model/api-model";
import { mediaWords, parameterTable } from "./input-section.ts";
import type { ReferenceContext } from "./reference-context.ts";
import { typeWords } from "./type-words.ts";

/** Writes the section about the documented responses of an operation. */
export function answersSection(context: ReferenceContext, operation: Operation): readonly string[] {
  const { responses, resultTypeName } = operation;
  const documented = responses.filter(({ isUndocumented }) => !isUndocumented);
  return [
    "## Answers",
    "",
    `Type: \`${resultTypeName}\`.`,
    "",
    "| status | body | description |",
    "|---|---|---|",
    ...documented.map(answerRow),
    ...commonRow(context, documented),
    "",
    ...documented.flatMap((response) => details(context, response)),
  ];
}

function answerRow({ status, content, description }: OperationResponse): string {
  const body = content.length === 0 ? "none" : content.map(mediaWords).join(", or ");
  return `| ${markdownCode(status)} | ${body} | ${markdownLine(description)} |`;
}

/** Writes the row of the common errors. */
function commonRow(
  { model: { commonErrors } }: ReferenceContext,
  responses: readonly OperationResponse[],
): readonly string[] {
  if (commonErrors === undefined) return [];
  const left = commonStatuses(commonErrors, { responses });
  if (left.length === 0) return [];
  const type = markdownCode(typeWords(commonErrors.schema.meaning));
  return [`| ${left.join(", ")} | ${type} | Any operation may answer it. |`];
}

/** Writes the headers of a response, and the members of a success. */
function details(
  { members, model }: ReferenceContext,
  { status, content, headers }: OperationResponse,
): readonly string[] {
  const isSuccess = /^2|^default$/.test(status);
  const tables = isSuccess
    ? [
        ...new Set(
          content.flatMap(({ schema }) =>
            schema === undefined ? [] : [members.of(schema.meaning, "answer")],
          ),
        ),
      ]
    : [];
  const lines = [...parameterTable(model, headers, true), ...tables.flat()];
  return lines.length === 0 ? [] : [`### ${status}`, "", ...lines];
}
