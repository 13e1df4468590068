import type { MediaTypeDescriptor } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";

/**
 * Returns an input as a caller writes it: binary parts are blobs, and a blob has a media type if there are
 * several.
 */
export function asSent({ mock }: VerifiedOperation, input: CallInput): CallInput {
  const { body, contentType } = input;
  const content = mock.operation.requestBody?.content ?? [];
  if (body instanceof Blob && contentType === undefined && body.type !== "")
    return { ...input, contentType: body.type };
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  return body === undefined ? input : { ...input, body: withBinaryParts(media, body) };
}

/** Turns binary parts in a list into blobs (OpenAPI 3.2, `prefixEncoding`, `itemEncoding`). */
export function withBinaryParts(media: MediaTypeDescriptor | undefined, body: unknown): unknown {
  if (media?.as !== "parts" || !Array.isArray(body)) return body;
  return body.map((part: unknown, index) => {
    const encoding = media.prefixEncoding?.[index] ?? media.itemEncoding;
    const isText = encoding?.shape === "binary" && typeof part === "string";
    return isText ? new Blob([part]) : part;
  });
}
