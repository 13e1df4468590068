import { charsetOf, decodeBytes } from "../charset.ts";
import {
  isJsonMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  mediaTypeEssence,
} from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import { DecodeError } from "./errors.ts";
import type { ReadContext } from "./operation.ts";
import { readBody } from "./read-body.ts";

/**
 * Reads the body of a success whose content type is not described: a service that answers 2xx has done
 * what it was asked to, whatever its description forgot. Bytes and text are any body; where JSON, or nothing,
 * is described, its content type says what the body is. What is not as it says is text, or bytes.
 *
 * @param described the media type that is described instead; left out: none is.
 * @throws {DecodeError} where it is strict; for a page where something else is described, which is seldom the
 *   service's answer; for a body larger than `maxBodyBytes`.
 * @throws {ConnectionError} when the connection breaks off before the body's end.
 */
export async function otherBody(
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
  described?: string,
): Promise<unknown> {
  const contentType = response.headers.get("content-type") ?? "";
  const blob = await readBody(operation, response, context, "blob");
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
      return JSON.parse(text);
    } catch {
      return isText(contentType) || isJsonMediaType(contentType) ? text : blob;
    }
  } catch {
    // It is not in its charset.
    return blob;
  }
}

const isText = (mediaType: string): boolean =>
  isTextMediaType(mediaType) || isUrlEncodedMediaType(mediaType);

/** True if answers have to be as they are described. */
export const isStrict = ({ options, clientOptions }: ReadContext): boolean =>
  options.strict ?? clientOptions.strict ?? false;
