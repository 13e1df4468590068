import { toJson } from "../conversion/to-json.ts";
import { jsonText } from "../json-text.ts";
import type { MediaTypeDescriptor } from "../media-type-descriptor.ts";
import { isJsonMediaType } from "../media-type.ts";
import type { OperationDescriptor } from "../operation.ts";
import { encodeParameter } from "../parameters/encode.ts";
import { randomId } from "../random-id.ts";
import {
  encodeSignature,
  importKey,
  isAmbiguous,
  signedContent,
  type WebhookSecret,
  type WebhookSignature,
} from "./signature.ts";

/** Options of signing a webhook. */
export interface SignOptions {
  readonly secret: WebhookSecret;
  /** How the service signs. Default: as the description says. */
  readonly signature?: WebhookSignature;
  /** Default: a random id. */
  readonly id?: string;
  /** The time of sending. Default: now. */
  readonly timestamp?: Date;
}

/** A signed webhook, to pass to `new Request(url, webhook)` or `fetch(url, webhook)`. */
export interface SignedWebhook {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/**
 * Signs a body as a service does, for tests of receivers and for services.
 *
 * @returns the headers of the signature
 * @throws {TypeError} when the secret is empty or invalid in its encoding, or the id contains the delimiter
 * that follows it, such as a dot.
 */
export async function signatureHeaders(
  body: string | Uint8Array,
  signature: WebhookSignature,
  { secret, id = `msg_${randomId()}`, timestamp = new Date() }: SignOptions,
): Promise<{ readonly [name: string]: string }> {
  const { header, prefix = "", idHeader, timestampHeader, timestampPrefix = "" } = signature;
  if (isAmbiguous(signature, { id, timestamp: "" }))
    throw new TypeError(
      `the id ${JSON.stringify(id)} contains the delimiter that follows it in the signed text, ${JSON.stringify(signature.content)}`,
    );
  const time = String(Math.floor(timestamp.getTime() / 1000));
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const key = await importKey(signature, secret);
  const content = signedContent(signature, { id, timestamp: time, body: bytes });
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
  const value = `${prefix}${encodeSignature(signature, signed)}`;
  const sent = `${timestampPrefix}${time}`;
  // One header may have both.
  const isShared = timestampHeader?.toLowerCase() === header.toLowerCase();
  return {
    ...(idHeader === undefined ? {} : { [idHeader]: id }),
    ...(timestampHeader === undefined || isShared ? {} : { [timestampHeader]: sent }),
    [header]: isShared ? `${sent},${value}` : value,
  };
}

/** The input of a webhook. */
export interface WebhookInput {
  readonly body?: unknown;
  readonly header?: object;
}

/**
 * Signs a webhook of a description.
 *
 * @throws {TypeError} when the signature scheme is unknown.
 */
export async function signOperation(
  operation: OperationDescriptor,
  input: WebhookInput,
  options: SignOptions,
): Promise<SignedWebhook> {
  const signature = options.signature ?? operation.signature;
  if (signature === undefined) {
    const reason = "the description does not say how its webhooks are signed";
    throw new TypeError(`${operation.operationId}: ${reason}: give \`signature\``);
  }
  const unsigned = unsignedOperation(operation, input);
  const signed = await signatureHeaders(unsigned.body, signature, options);
  const own = Object.keys(signed).map((name) => name.toLowerCase());
  // The signature overrides a documented header of the same name.
  const others = Object.entries(unsigned.headers).filter(
    ([name]) => !own.includes(name.toLowerCase()),
  );
  return { ...unsigned, headers: { ...Object.fromEntries(others), ...signed } };
}

/** Returns the media type that a webhook is sent as: JSON, also where another stands first. */
export function webhookMedia({
  requestBody,
}: OperationDescriptor): MediaTypeDescriptor | undefined {
  const content = requestBody?.content ?? [];
  const json = content.find(({ mediaType, as }) =>
    as === undefined ? isJsonMediaType(mediaType) : as === "json",
  );
  return json ?? content[0];
}

/** Writes a webhook of a description without a signature. */
export function unsignedOperation(
  operation: OperationDescriptor,
  values: WebhookInput,
): SignedWebhook {
  const input = toJson(values) as WebhookInput;
  const given = (input.header ?? {}) as { readonly [name: string]: unknown };
  const headers = (operation.parameters ?? []).flatMap((parameter) => {
    const value = parameter.in === "header" ? given[parameter.name] : undefined;
    return value === undefined
      ? []
      : [[parameter.name, encodeParameter(parameter, value)] as const];
  });
  const media = webhookMedia(operation);
  return {
    method: operation.method,
    headers: {
      ...(media === undefined ? {} : { "content-type": media.mediaType }),
      ...Object.fromEntries(headers),
    },
    body: input.body === undefined ? "" : jsonText(input.body),
  };
}
