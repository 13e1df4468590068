import { PatternTexts } from "@openapi-packages/compiler/mock/sample/pattern-text";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { sentencesOf } from "../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { memberSchemas } from "../schema/members.ts";
import type { Exchange } from "../wire/exchange.ts";
import { isNamedIn } from "./named-in-refusal.ts";
import { bodyMedia } from "./vary.ts";

/** Texts of the forms that services ask for most, often without a word in the schema. */
const usualForms = [
  "ada@example.com",
  "https://example.com/",
  "+14155550123",
  "2030-01-15",
  "2030-01-15T10:00:00Z",
  "10:30",
  "DE",
  "12345",
];

/** The most patterns of sentences that are tried. */
const mostPatterns = 4;

/** Keywords that tell the form of a text. */
const ofForm = ["pattern", "format", "enum", "const"];

/** A refusal, and the members of the refused body that name records. */
export interface OtherFormsOptions {
  readonly refusal: Exchange;
  readonly references: readonly (string | undefined)[];
}

/**
 * Returns bodies with other texts in the members that a refusal names and of whose form the schemas say nothing: texts that
 * match the patterns which the description gives in sentences, and then those of usual forms.
 */
export function* otherForms(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  { refusal, references }: OtherFormsOptions,
): Generator<JsonObject> {
  const media = bodyMedia(operation, input);
  const { body } = input;
  const isInvalid = [400, 422].includes(refusal.response?.status ?? 0);
  if (!isInvalid || media?.kind !== "json" || !isObject(body as Json)) return;
  const schema = media.schema?.json ?? true;
  const { document } = api.description.model;
  for (const [name, value] of Object.entries(body as JsonObject)) {
    const isAsked = typeof value === "string" && isNamedIn(refusal, name);
    const schemas = isAsked ? memberSchemas(document, schema, name) : [];
    const isFree = schemas.every((one) => ofForm.every((keyword) => one[keyword] === undefined));
    if (!isAsked || !isFree || references.includes(name)) continue;
    const said = schemas.map(({ description }) => String(description ?? ""));
    const patterns = patternsIn(operation.model.description, ...said);
    for (const text of [...textsOf(patterns), ...usualForms]) {
      const other = { ...(body as JsonObject), [name]: text };
      if (text !== value && api.description.holds(schema, other)) yield other;
    }
  }
}

/** Returns the regular expressions that are written in sentences: `^[^@ ]+@[^@ ]+$`. */
const patternsIn = (...texts: readonly string[]): string[] =>
  sentencesOf(...texts)
    .flatMap((sentence) => [...sentence.matchAll(/`(\^[^`]+\$)`/g)].map(([, one = ""]) => one))
    .slice(0, mostPatterns);

/** Returns a text for each pattern that one can be made of. */
function textsOf(patterns: readonly string[]): string[] {
  const texts = new PatternTexts();
  return patterns.flatMap((pattern) => {
    const { value } = texts.texts(pattern, "form").next();
    return typeof value === "string" ? [value] : [];
  });
}
