import { ts } from "ts-morph";
import type { DatedText } from "@openapi-packages/compiler/compile/codecs/dated-text";
import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import type {
  DescribedSchema,
  ApiModel,
  Operation,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import type { MockAnswer, MockBody } from "@openapi-packages/compiler/mock/answers/mock-answer";
import { literal, literalKey } from "@openapi-packages/description/text/escape";
import { stub } from "./handler-files.ts";
import { partText } from "../emit/part-text.ts";

/**
 * Returns the code of a handler that answers as the mock of its operation does.
 *
 * @param dated writes values that are converted, such as dates; left out if none are
 */
export function promotedBody(
  { types }: Pick<ApiModel, "types">,
  { responses }: Operation,
  answer: MockAnswer,
  dated?: DatedText,
): string {
  const { status, contentType, headers, body } = answer;
  const response =
    responses.find((one) => one.status === String(status)) ??
    responses.find((one) => one.status === `${Math.floor(status / 100)}XX`) ??
    responses.find((one) => one.status === "default");
  const content = response?.content ?? [];
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  const written = (value: Json, schema: DescribedSchema | undefined): string =>
    dated === undefined || schema === undefined
      ? literal(value)
      : dated.of(value, [schema.meaning]);
  const text = partText(types, media, written);
  const members = [
    `status: ${status}`,
    ...(contentType === undefined ? [] : [`contentType: ${literal(contentType)}`]),
    ...(headers === undefined ? [] : [`headers: ${headersText(headers, response, dated)}`]),
    ...(body === undefined ? [] : [`body: ${bodyText(body, text)}`]),
  ];
  return `async () => ({\n${members.join(",\n")}\n})`;
}

function headersText(
  headers: JsonObject,
  response: OperationResponse | undefined,
  dated: DatedText | undefined,
): string {
  const members = Object.entries(headers).map(([name, value]) => {
    const described = response?.headers.find((one) => one.name === name);
    const text = dated && described ? dated.of(value, [described.schema.meaning]) : literal(value);
    return `${literalKey(name)}: ${text}`;
  });
  return `{ ${members.join(", ")} }`;
}

function bodyText(body: MockBody, text: (value: Json) => string): string {
  switch (body.kind) {
    case "value":
      return text(body.value);
    case "stream":
      return `(async function* () {\n${body.items.map((item) => `yield ${text(item)};`).join("\n")}\n})()`;
    case "file":
      return `new Blob([${literal(body.text)}], { type: ${literal(body.mediaType)} })`;
  }
}

/** Returns the handler in a constant's value, without the function of the store around it. */
export function innerHandler(initializer: ts.Expression): ts.Expression {
  return ts.isArrowFunction(initializer) && ts.isArrowFunction(initializer.body)
    ? initializer.body
    : initializer;
}

/** True if a handler is still the stub that scaffolding wrote, whatever its formatting. */
export function isStub(handler: ts.Expression, notImplemented: string): boolean {
  const tokens = tokensOf(handler.getText());
  const answerType = answerTypeOf(handler);
  return tokens !== undefined && tokens === tokensOf(stub({ notImplemented, answerType }));
}

/** Returns the type in a handler's declared promise; `undefined` without one. */
export function answerTypeOf(handler: ts.Expression): string | undefined {
  const type = ts.isArrowFunction(handler) ? handler.type : undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined;
  return type.typeArguments?.[0]?.getText();
}

/**
 * Returns the tokens of a text without those that formatters add: semicolons, and the comma after the last of
 * several lines. `undefined` if there is a comment, which its author wants to keep.
 */
function tokensOf(text: string): string | undefined {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const tokens: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (
      kind === ts.SyntaxKind.SingleLineCommentTrivia ||
      kind === ts.SyntaxKind.MultiLineCommentTrivia
    )
      return undefined;
    const isToken =
      kind !== ts.SyntaxKind.WhitespaceTrivia &&
      kind !== ts.SyntaxKind.NewLineTrivia &&
      kind !== ts.SyntaxKind.SemicolonToken;
    if (isToken && kind === ts.SyntaxKind.CloseParenToken && tokens.at(-1) === ",") tokens.pop();
    if (isToken) tokens.push(scanner.getTokenText());
  }
  return tokens.join(" ");
}

/** The message for an operation whose mock has no answer. */
export const nothingToPromote = ({ id }: Operation): string =>
  `the mock of ${JSON.stringify(id)} has no answer to make a handler of`;
