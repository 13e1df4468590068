import { ts } from "ts-morph";
import type { Operation } from "../model/api-model.ts";
import type { MockAnswer, MockBody } from "../mock/answers/mock-answer.ts";
import { literal } from "../escape.ts";
import { stub } from "./handler-files.ts";

/** A handler that answers what the mock of its operation does. */
export function promotedBody(answer: MockAnswer): string {
  const { status, contentType, headers, body } = answer;
  const members = [
    `status: ${status}`,
    ...(contentType === undefined ? [] : [`contentType: ${literal(contentType)}`]),
    ...(headers === undefined ? [] : [`headers: ${literal(headers)}`]),
    ...(body === undefined ? [] : [`body: ${bodyText(body)}`]),
  ];
  return `async () => ({\n${members.join(",\n")}\n})`;
}

function bodyText(body: MockBody): string {
  switch (body.kind) {
    case "value":
      return literal(body.value);
    case "stream":
      return `(async function* () {\n${body.items.map((item) => `yield ${literal(item)};`).join("\n")}\n})()`;
    case "file":
      return `new Blob([${literal(body.text)}], { type: ${literal(body.mediaType)} })`;
  }
}

/** The handler within a constant's value, without the function of the store around it. */
export function innerHandler(initializer: ts.Expression): ts.Expression {
  return ts.isArrowFunction(initializer) && ts.isArrowFunction(initializer.body)
    ? initializer.body
    : initializer;
}

/** True if a handler is what a scaffold wrote, however it is laid out. */
export function isStub(handler: ts.Expression, notImplemented: string): boolean {
  const tokens = tokensOf(handler.getText());
  const answerType = answerTypeOf(handler);
  return tokens !== undefined && tokens === tokensOf(stub({ notImplemented, answerType }));
}

/** The type that a handler declares to promise; `undefined` where it declares none. */
export function answerTypeOf(handler: ts.Expression): string | undefined {
  const type = ts.isArrowFunction(handler) ? handler.type : undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined;
  return type.typeArguments?.[0]?.getText();
}

/** The tokens of a text; `undefined` where it has a comment, which is somebody's. */
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
    if (isToken) tokens.push(scanner.getTokenText());
  }
  return tokens.join(" ");
}

/** Why there is nothing to promote. */
export const nothingToPromote = ({ id }: Operation): string =>
  `the mock of ${JSON.stringify(id)} has no answer to make a handler of`;
