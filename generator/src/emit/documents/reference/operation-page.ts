import {
  markdownCode,
  markdownLine,
  markdownText,
} from "@openapi-packages/description/text/escape";
import type {
  Note,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { markdownFile, type EmittedFile } from "../../emitted-file.ts";
import { isInputOptional } from "../../contract/operation-types.ts";
import { answersSection } from "./answers-section.ts";
import { behaviourSection } from "./behaviour-section.ts";
import { clientCode } from "./client-code.ts";
import { curlCode } from "./curl-code.ts";
import { handlerCode, mockCode } from "./handler-code.ts";
import { referencePath } from "./example-import.ts";
import { inputSection } from "./input-section.ts";
import type { ReferenceContext } from "./reference-context.ts";

/**
 * Emits the page of an operation: its input, its responses, and code for client, server and mocks.
 */
export function operationPage(
  context: ReferenceContext,
  group: OperationGroup,
  operation: Operation,
): EmittedFile {
  return markdownFile(`${referencePath}/${context.paths.get(operation)}.md`, [
    ...head(context, group, operation),
    ...inputSection(context, operation),
    ...answersSection(context, operation),
    ...(group.kind === "tag"
      ? [...behaviourSection(context, operation), ...codeSections(context, group, operation)]
      : webhookSections(context, group, operation)),
  ]);
}

function head(
  { shown, notes }: ReferenceContext,
  group: OperationGroup,
  operation: Operation,
): readonly string[] {
  const { id, summary, description, method, path, methodName, deprecated } = operation;
  const argument = isInputOptional(operation) ? "input?" : "input";
  const call = markdownCode(`api.${group.name}.${methodName}(${argument})`);
  const own = [...(notes.get(id) ?? []), ...(notes.get(path) ?? [])];
  return [
    `# ${markdownLine(id)}`,
    "",
    ...(summary === "" ? [] : [markdownLine(summary), ""]),
    `${markdownCode(`${method} ${path}`)}${shown.has("client") && group.kind === "tag" ? ` · ${call}` : ""} · [${markdownLine(group.tag)}](../README.md)`,
    "",
    ...(deprecated ? ["**Deprecated:** the description marks it as deprecated.", ""] : []),
    ...(description === "" || description === summary ? [] : [...markdownText(description), ""]),
    ...(own.length === 0 ? [] : [...own.map(noteLine(id)), ""]),
  ];
}

function noteLine(id: string): (note: Note) => string {
  return ({ kind, place, text }) => {
    const where = place.startsWith(`${id}, `)
      ? ` (${markdownLine(place.slice(id.length + 2))})`
      : "";
    return `- **${kind === "not-shown" ? "Not shown" : "Assumed"}**${where}: ${markdownLine(text)}`;
  };
}

function codeSections(
  context: ReferenceContext,
  group: OperationGroup,
  operation: Operation,
): readonly string[] {
  const { shown, inputs, model } = context;
  const example = inputs.of(operation);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`## ${title}`, "", ...lines];
  return [
    ...(shown.has("client")
      ? section("Client", clientCode(context, { group, operation }, example))
      : []),
    ...section("curl", example === undefined ? [] : curlCode(model, operation, example)),
    ...(shown.has("server") ? section("Server", handlerCode(context, operation)) : []),
    ...(shown.has("mocks") ? section("Mock", mockCode(context, operation)) : []),
  ];
}

/** Writes the sections about handling a webhook or a callback. */
function webhookSections(
  { shown }: ReferenceContext,
  { name }: OperationGroup,
  { methodName }: Operation,
): readonly string[] {
  if (!shown.has("server")) return [];
  const handler = markdownCode(`${name}.${methodName}`);
  return [
    `The handler ${handler} of \`createWebhookReceiver\` answers it; the README of the server shows one.`,
    "",
  ];
}
