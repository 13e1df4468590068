import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import { readFormData } from "../multipart/read-form-data.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../operation.ts";
import { decodeText } from "../parameters/decode.ts";
import { decodeForm } from "../parameters/query.ts";
import { arrayShape } from "../parameters/text-value.ts";
import { contentRead } from "./content-read.ts";
import { openStream, type OpenStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";

/**
 * Reads a response with bodies and headers of any kind. A stream is returned unread.
 *
 * @param stream opens a stream.
 * @throws as {@link contentRead}.
 */
export const describedRead = (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
  stream: OpenStream = openStream,
): Promise<ReadResponse> =>
  contentRead(operation, response, context, {
    stream,
    form: decodeForm,
    multipart: readFormData,
    headers: readHeaders,
  });

/**
 * Reads the documented headers that the response contains. A text that does not parse as its type stays
 * text.
 */
function readHeaders(described: readonly ParameterDescriptor[], headers: Headers): JsonObject {
  const values: JsonObject = {};
  for (const parameter of described) {
    const text = headers.get(parameter.name);
    if (text === null) continue;
    const isCookies = parameter.name.toLowerCase() === "set-cookie";
    const value = isCookies ? headers.getSetCookie() : decodeText(parameter, text);
    const isList = !isCookies || arrayShape(parameter.shape ?? "string") !== undefined;
    setMember(values, parameter.name, isList ? value : text);
  }
  return values;
}
