import type { Operation, Parameter } from "@openapi-packages/description/model/api-model";
import { comment, literal } from "@openapi-packages/description/text/escape";
import { limitLine } from "./limit-words.ts";

/** Creates a TSDoc comment for ts-morph; none if there is no text. */
export function documentation(...paragraphs: readonly string[]): { description: string }[] {
  const text = paragraphs.map(comment).filter((paragraph) => paragraph !== "");
  const joined = text.join("\n\n");
  return joined === "" ? [] : [{ description: joined.includes("\n") ? `\n${joined}` : joined }];
}

/** Creates the deprecation comment of a renamed symbol. */
export const renamedDocumentation = (name: string): { description: string }[] => [
  { description: `@deprecated Use \`${comment(name)}\`.` },
];

/** Creates the comment of an operation's method: summary, method and path, then the description. */
export function operationDocumentation(operation: Operation): { description: string }[] {
  const { summary, description } = operation;
  const place = placeOf(operation);
  const first = summary === "" ? place : `${withoutStop(summary)} (${place})`;
  return operationComment(operation, first, description === summary ? "" : description);
}

/** Creates a one-line comment that mentions an operation: a lead, its summary, method and path. */
export function operationSummary(operation: Operation, lead: string): { description: string }[] {
  const { summary } = operation;
  const text = summary === "" ? lead : `${lead}: ${withoutStop(summary)}`;
  return operationComment(operation, `${text} (${placeOf(operation)})`);
}

/** Returns a summary on one line without the final period, so that text can follow. */
const withoutStop = (summary: string): string => summary.replace(/\s+/g, " ").replace(/\.\s*$/, "");

/** Returns an operation's method and path, with its operationId if the method's name differs. */
function placeOf({ id, methodName, method, path }: Operation): string {
  const place = `\`${method} ${path}\``;
  const isUsual = id.toLowerCase() === methodName.toLowerCase();
  return isUsual ? place : `${place}, operationId \`${id}\``;
}

function operationComment(
  { deprecated }: Operation,
  ...paragraphs: readonly string[]
): { description: string }[] {
  const docs = documentation(...paragraphs);
  const [first] = docs;
  if (!deprecated || first === undefined) return docs;
  return [
    {
      description: `\n${first.description.trimStart()}\n\n@deprecated The description marks this operation as deprecated.`,
    },
  ];
}

/** Prints the comment of a parameter within a type. */
export function parameterComment(parameter: Parameter): string {
  const { description, deprecated, multiSegment, schema } = parameter;
  const { format, default: fallback } = schema.annotations;
  const paragraphs = [
    comment(description),
    multiSegment ? "Takes several segments of the path: its slashes stay." : "",
    typeof format === "string" ? `Format: ${comment(format)}` : "",
    limitLine(schema.meaning),
  ];
  const tags = [
    ...(deprecated ? ["@deprecated"] : []),
    ...(fallback === undefined ? [] : [`@default ${comment(literal(fallback))}`]),
  ];
  const text = paragraphs.filter((one) => one !== "").join("\n\n");
  return commentBlock([text, ...tags].filter((one) => one !== "").join("\n"));
}

/** Prints escaped text as a comment within a type. */
export function commentBlock(text: string): string {
  if (text === "") return "";
  const lines = text.split("\n");
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}
