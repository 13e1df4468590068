import { toJson } from "../conversion/to-json.ts";
import { jsonText } from "../json-text.ts";
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
  /** How the service signs. Left out: as the description says. */
  readonly signature?: WebhookSignature;
  /** Left out: a random one. */
  readonly id?: string;
  /** When it is sent. Left out: now. */
  readonly timestamp?: Date;
}

/** A signed webhook, as `new Request(url, webhook)` and `fetch(url, webhook)` take it. */
export interface SignedWebhook {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/**
 * Signs a body as a service does, for tests of receivers and for services.
 *
 * @returns the headers of the signature
 * @throws {TypeError} when the secret is empty or not in its encoding, or the id has the sign behind it, such as a dot.
 */
export async function signatureHeaders(
  body: string | Uint8Array,
  signature: WebhookSignature,
  { secret, id = `msg_${randomId()}`, timestamp = new Date() }: SignOptions,
): Promise<{ readonly [name: string]: string }> {
  const { header, prefix = "", idHeader, timestampHeader, timestampPrefix = "" } = signature;
  if (isAmbiguous(signature, { id, timestamp: "" }))
    throw new TypeError(
      `the id ${JSON.stringify(id)} has what stands behind it in the signed text, ${JSON.stringify(signature.content)}`,
    );
  const time = String(Math.floor(timestamp.getTime() / 1000));
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const key = await importKey(signature, secret);
  const content = signedContent(signature, { id, timestamp: time, body: bytes });
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
  const value = `${prefix}${encodeSignature(signature, signed)}`;
  const sent = `${timestampPrefix}${time}`;
  // Both may be in one header.
  const isShared = timestampHeader?.toLowerCase() === header.toLowerCase();
  return {
    ...(idHeader === undefined ? {} : { [idHeader]: id }),
    ...(timestampHeader === undefined || isShared ? {} : { [timestampHeader]: sent }),
    [header]: isShared ? `${sent},${value}` : value,
  };
}

/** What a webhook of a description has. */
export interface WebhookInput {
  readonly body?: unknown;
  readonly header?: object;
}

/** A webhook of a description, signed. @throws {TypeError} when it is not known how it is signed. */
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
  // A described header of the signature is the signature.
  const others = Object.entries(unsigned.headers).filter(
    ([name]) => !own.includes(name.toLowerCase()),
  );
  return { ...unsigned, headers: { ...Object.fromEntries(others), ...signed } };
}

/** A webhook of a description without a signature. */
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
  const [media] = operation.requestBody?.content ?? [];
  return {
    method: operation.method,
    headers: {
      ...(media === undefined ? {} : { "content-type": media.mediaType }),
      ...Object.fromEntries(headers),
    },
    body: input.body === undefined ? "" : jsonText(input.body),
  };
}
