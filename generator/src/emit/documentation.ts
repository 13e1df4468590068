import type { Operation, Parameter } from "../model/api-model.ts";
import { comment } from "../escape.ts";

/** A TSDoc comment for ts-morph, or none where there is nothing to say. */
export function documentation(...paragraphs: readonly string[]): { description: string }[] {
  const text = paragraphs.map(comment).filter((paragraph) => paragraph !== "");
  const joined = text.join("\n\n");
  return joined === "" ? [] : [{ description: joined.includes("\n") ? `\n${joined}` : joined }];
}

/** The comment of something that is called otherwise by now. */
export const renamedDocumentation = (name: string): { description: string }[] => [
  { description: `@deprecated Use \`${comment(name)}\`.` },
];

/** The comment of an operation's method: its summary, method and path, then its description. */
export function operationDocumentation(operation: Operation): { description: string }[] {
  const { summary, description } = operation;
  const place = placeOf(operation);
  const first = summary === "" ? place : `${withoutStop(summary)} (${place})`;
  return operationComment(operation, first, description === summary ? "" : description);
}

/** The comment that names an operation elsewhere, in a line: a lead, its summary, method and path. */
export function operationSummary(operation: Operation, lead: string): { description: string }[] {
  const { summary } = operation;
  const text = summary === "" ? lead : `${lead}: ${withoutStop(summary)}`;
  return operationComment(operation, `${text} (${placeOf(operation)})`);
}

/** A summary in a line that goes on behind it. */
const withoutStop = (summary: string): string => summary.replace(/\s+/g, " ").replace(/\.\s*$/, "");

const placeOf = ({ method, path }: Operation): string => `\`${method} ${path}\``;

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

/** A parameter's own comment, written into a type. */
export function parameterComment({ description, deprecated, multiSegment }: Parameter): string {
  const slashes = multiSegment ? "Takes several segments of the path: its slashes stay." : "";
  const text = [comment(description), slashes].filter((one) => one !== "").join("\n\n");
  if (text === "" && !deprecated) return "";
  const lines = [...(text === "" ? [] : text.split("\n")), ...(deprecated ? ["@deprecated"] : [])];
  return commentBlock(lines.join("\n"));
}

/** Text that is fit for a comment already, as a comment in a type. */
export function commentBlock(text: string): string {
  if (text === "") return "";
  const lines = text.split("\n");
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}
