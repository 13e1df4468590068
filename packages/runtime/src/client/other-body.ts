import { charsetOf, decodeBytes } from "../charset.ts";
import {
  isJsonMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  mediaTypeEssence,
} from "../media-type.ts";
import { DecodeError } from "./errors.ts";
import { isStrict, type ReadContext, type ReadOperation } from "./operation.ts";
import { readBlob } from "./read-text.ts";

/**
 * Reads a success whose content type is undocumented: a service that answers 2xx has done its work, even if
 * the description misses the type. A body whose documented type is bytes or text is read as that; where
 * JSON or nothing is documented, the actual content type decides. A body that cannot be read so is returned
 * as text or bytes.
 *
 * @param described the documented media type, if there is one.
 * @throws {DecodeError} with `strict: true`; for an HTML page where something else is documented, which
 * seldom comes from the service; for a body larger than `maxBodyBytes`.
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function otherBody(
  operation: ReadOperation,
  response: Response,
  context: ReadContext,
  described?: string,
): Promise<unknown> {
  const contentType = response.headers.get("content-type") ?? "";
  const blob = await readBlob(response, context);
  if (blob.size === 0) return undefined;
  const isPage = described !== undefined && mediaTypeEssence(contentType) === "text/html";
  if (isPage || isStrict(context)) {
    const hint = isPage ? ": is `baseUrl` that of the service?" : "";
    const reason = `the content type ${contentType} is not documented${hint}`;
    throw new DecodeError(operation, response, reason);
  }
  const type = described ?? contentType;
  const isJson = isJsonMediaType(type);
  if (!isJson && !isText(type)) return blob;
  try {
    const text = decodeBytes(await blob.arrayBuffer(), charsetOf(contentType));
    if (!isJson) return text;
    try {
      return (operation.parse ?? JSON.parse)(text);
    } catch {
      return isText(contentType) || isJsonMediaType(contentType) ? text : blob;
    }
  } catch {
    // The bytes are invalid in the charset.
    return blob;
  }
}

const isText = (mediaType: string): boolean =>
  isTextMediaType(mediaType) || isUrlEncodedMediaType(mediaType);
