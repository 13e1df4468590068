import { isJsonMediaType, selectMediaType } from "../media-type.ts";
import { getMember } from "../members.ts";
import type { Decoder, OperationCodec } from "../operation-codec.ts";
import type { OperationDescriptor } from "../operation.ts";

/** Something for each body of an operation's answers, by status and media type as in the description. */
export interface ByAnswer<Part> {
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Part } };
  readonly commonError?: Part;
}

/**
 * Returns the part for the body of an answer, or for its items.
 *
 * @param key the description's key of the status; `undefined` for a common error
 * @param contentType that of the answer. Default: the first in the description
 */
export function bodyPart<Part>(
  { responses, commonError }: ByAnswer<Part>,
  operation: Pick<OperationDescriptor, "responses">,
  key: string | undefined,
  contentType: string | null | undefined,
): Part | undefined {
  if (key === undefined) return commonError;
  const content = operation.responses[key]?.content ?? [];
  const selected = selectMediaType(content, contentType);
  // Any JSON subtype matches the documented JSON type.
  const isJson = contentType === null || contentType === undefined || isJsonMediaType(contentType);
  const json = content.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? content[0];
  const media = selected ?? (isJson ? json : undefined);
  const parts = getMember(responses, key) as object | undefined;
  return media && (getMember(parts, media.mediaType) as Part | undefined);
}

/** Returns the decoder for the body of an answer, or for its items; see {@link bodyPart}. */
export function bodyDecoder(
  codec: OperationCodec,
  operation: Pick<OperationDescriptor, "responses">,
  key: string | undefined,
  contentType: string | null | undefined,
): Decoder | undefined {
  return bodyPart<Decoder>(codec, operation, key, contentType);
}

/** Returns the decoder for the documented headers of an answer. */
export function headersDecoder(
  { headers }: OperationCodec,
  key: string | undefined,
): Decoder | undefined {
  return key === undefined ? undefined : (getMember(headers, key) as Decoder | undefined);
}
