import { allowedOrigins } from "./allowed-references.ts";
import { descriptionReader, type ReaderOptions } from "./description-reader.ts";
import { sourcePath } from "./open-source.ts";

/**
 * Fetches again the remote documents that a description was made of, and returns their texts by URL. It stops
 * at the first that cannot be fetched.
 *
 * @param description as the user names it
 * @throws {UsageError} if the options do not allow any request
 */
export async function readAgain(
  urls: readonly string[],
  description: string,
  options: ReaderOptions & {
    readonly overlays?: readonly string[];
    readonly allowRefs?: readonly string[];
  },
): Promise<Map<string, string>> {
  const { overlays = [], allowRefs = [] } = options;
  const origins = allowedOrigins(allowRefs);
  const reader = descriptionReader(sourcePath(description, origins), origins, options);
  const named = new Set([description, ...overlays].map((one) => sourcePath(one, origins)));
  const texts = new Map<string, string>();
  for (const url of urls) {
    try {
      texts.set(url, await reader.read(new URL(url), named.has(url)));
    } catch {
      // The run that follows reports the reason.
      return texts;
    }
  }
  return texts;
}
