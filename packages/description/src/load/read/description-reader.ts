import { UsageError } from "../../diagnostics/usage-error.ts";
import { RemoteReader, type RemoteCache } from "./remote-reader.ts";
import { requestHeaders } from "./request-headers.ts";
import { isUrl } from "./source-names.ts";

/** Options of the reader for a description's documents. */
export interface ReaderOptions {
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly cache?: RemoteCache;
}

/**
 * Creates the reader that fetches the documents of a description. Its headers are sent to the description's
 * own origin only.
 *
 * @param description its path or URL
 * @param allowedOrigins further origins that the user allows
 * @throws {UsageError} if there are headers but the description is not a URL, or a header cannot be sent
 */
export function descriptionReader(
  description: string,
  allowedOrigins: ReadonlySet<string>,
  { requestHeaders: given = {}, cache }: ReaderOptions,
): RemoteReader {
  const headers = requestHeaders(given, process.env);
  const options = { allowedOrigins, ...(cache && { cache }) };
  if (isUrl(description))
    return new RemoteReader({ ...options, origin: new URL(description).origin, headers });
  if (Object.keys(headers).length > 0)
    throw new UsageError("request headers go to the origin of the description, which is not a URL");
  return new RemoteReader(options);
}
