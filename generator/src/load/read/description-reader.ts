import { UsageError } from "../../usage-error.ts";
import { RemoteReader, type RemoteCache } from "./remote-reader.ts";
import { requestHeaders } from "./request-headers.ts";
import { isUrl } from "./source-names.ts";

/** The options that the reader of a description's documents knows. */
export interface ReaderOptions {
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly cache?: RemoteCache;
}

/**
 * What fetches the documents of a description; its headers go to the description's own origin.
 *
 * @param description its path or URL
 * @param allowedOrigins those that the user allows beside
 * @throws {UsageError} when there are headers for a description that is no URL, or one cannot be sent
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
    throw new UsageError("request headers go to the origin of the description, which is no URL");
  return new RemoteReader(options);
}
