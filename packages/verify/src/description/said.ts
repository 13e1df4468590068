import type { VerifiedApi, VerifiedOperation } from "./verified-api.ts";

/** Returns the sentences of texts, each on one line. Semicolons and the ends of paragraphs end a sentence, too. */
export const sentencesOf = (...texts: readonly (string | undefined)[]): string[] =>
  texts
    .flatMap((text) => (text ?? "").split(/(?<=[.;!?])\s+|\n\s*\n/))
    .map((one) => one.replaceAll(/\s+/g, " ").trim())
    .filter((one) => one !== "");

/** Returns the sentences that a description has about an operation: its own, and those about the whole API. */
export function sentencesAbout(
  { description: { model } }: VerifiedApi,
  { model: operation }: VerifiedOperation,
): string[] {
  const parameters = operation.parameters.map(({ description }) => description);
  return sentencesOf(operation.summary, operation.description, ...parameters, model.description);
}
