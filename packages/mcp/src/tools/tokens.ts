/** The estimated bytes of JSON in one token, typical for English names and short texts. */
export const bytesPerToken = 4;

/** Estimates the tokens of a value as JSON: its bytes in UTF-8 divided by {@link bytesPerToken}. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / bytesPerToken);
}
