import { joined } from "../byte-stream.ts";
import { receivedKey } from "../status.ts";
import { DecodeError } from "./errors.ts";
import { isStrict, type ReadContext, type ReadOperation, type ReadResponse } from "./operation.ts";
import { readBody } from "./read-body.ts";

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a response whose documented body is JSON, or none. An empty one is `undefined`. A service that
 * answers 2xx has done its work, even if the description misses the content type: then the body is read as
 * JSON if it can be, else as text or bytes by its content type. An error is JSON if it can be, else text.
 * Operations with other answers name another reader.
 *
 * @param isText true if the response has a documented content type that is text.
 * @throws {DecodeError} when a documented success is not JSON, or no text; for an undocumented content type with
 * `strict: true`, and for an HTML page where JSON is documented, which seldom comes from the service; for a
 * body larger than `maxBodyBytes`.
 * @throws {ConnectionError} when the connection breaks before the end of the body.
 */
export async function jsonRead(
  operation: ReadOperation,
  response: Response,
  context: ReadContext,
  isText = false,
): Promise<ReadResponse> {
  const { ok, headers } = response;
  const chunks = response.body === null ? [] : await readBody(response, context);
  const bytes = joined(chunks);
  if (!bytes.length) return { body: undefined };
  const { responses } = operation;
  const type = headers.get("content-type") ?? "";
  const isDocumented = !!responses[receivedKey(responses, response.status) ?? ""]?.content;
  const isJson = type ? /^[^,]+[/+]json\b/i.test(type) : isDocumented || !ok;
  const isExpected = isDocumented && (isJson || isText);
  if (ok && !isExpected) {
    const isPage = isDocumented && /^text\/html/i.test(type);
    if (isPage || isStrict(context))
      throw new DecodeError(
        operation,
        response,
        `the content type ${type} is not documented${isPage ? ": is `baseUrl` that of the service?" : ""}`,
      );
  }
  let text: string | undefined;
  try {
    const [, charset] = /charset="?([^\s;"]+)/i.exec(type) ?? [];
    text = (charset || !ok ? new TextDecoder(charset, { fatal: ok }) : utf8).decode(bytes);
    if (isJson || (ok && isDocumented && !isText))
      return { body: (operation.parse ?? JSON.parse)(text) };
  } catch (cause) {
    if (ok && isExpected)
      throw new DecodeError(operation, response, `the body is not ${isText ? "text" : "JSON"}`, {
        cause,
      });
  }
  const isReadable = !ok || isJson || /^text\/|[/+]xml\b|urlencoded/i.test(type);
  return { body: isReadable && text !== undefined ? text : new Blob([bytes], { type }) };
}
