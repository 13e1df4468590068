/** The bytes of JSON that count as one token: what tokenizers make of English names and short texts. */
export const bytesPerToken = 4;

/** The tokens that a value costs as JSON, by estimate: its bytes in UTF-8 divided by {@link bytesPerToken}. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / bytesPerToken);
}
