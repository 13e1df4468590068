import { isJsonMediaType, selectMediaType } from "../media-type.ts";
import { getMember } from "../members.ts";
import type { Decoder, OperationCodec } from "../operation-codec.ts";
import type { OperationDescriptor } from "../operation.ts";

/**
 * The decoder of the body of an answer, or of its items.
 *
 * @param key the description's key of the status; `undefined`: it is one of the common errors
 * @param contentType that of the answer. Left out: the first that is described
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
  // JSON of another subtype is taken for the documented JSON.
  const isJson = contentType === null || contentType === undefined || isJsonMediaType(contentType);
  const json = content.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? content[0];
  const media = selected ?? (isJson ? json : undefined);
  const decoders = getMember(responses, key) as object | undefined;
  return media && (getMember(decoders, media.mediaType) as Decoder | undefined);
}

/** The decoder of the documented headers of an answer. */
export function headersDecoder(
  { headers }: OperationCodec,
  key: string | undefined,
): Decoder | undefined {
  return key === undefined ? undefined : (getMember(headers, key) as Decoder | undefined);
}
