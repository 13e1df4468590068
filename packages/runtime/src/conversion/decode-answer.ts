import { isJsonMediaType, selectMediaType } from "../media-type.ts";
import { getMember } from "../members.ts";
import type { Decoder, OperationCodec } from "../operation-codec.ts";
import type { OperationDescriptor } from "../operation.ts";

/**
 * Returns the decoder for the body of an answer, or for its items.
 *
 * @param key the description's key of the status; `undefined` for a common error
 * @param contentType that of the answer. Default: the first in the description
 */
export function bodyDecoder(
  { responses, commonError }: OperationCodec,
  operation: Pick<OperationDescriptor, "responses">,
  key: string | undefined,
  contentType: string | null | undefined,
): Decoder | undefined {
  if (key === undefined) return commonError;
  const content = operation.responses[key]?.content ?? [];
  const selected = selectMediaType(content, contentType);
  // Any JSON subtype matches the documented JSON type.
  const isJson = contentType === null || contentType === undefined || isJsonMediaType(contentType);
  const json = content.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? content[0];
  const media = selected ?? (isJson ? json : undefined);
  const decoders = getMember(responses, key) as object | undefined;
  return media && (getMember(decoders, media.mediaType) as Decoder | undefined);
}

/** Returns the decoder for the documented headers of an answer. */
export function headersDecoder(
  { headers }: OperationCodec,
  key: string | undefined,
): Decoder | undefined {
  return key === undefined ? undefined : (getMember(headers, key) as Decoder | undefined);
}
