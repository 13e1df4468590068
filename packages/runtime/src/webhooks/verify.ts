import { checkNumbers } from "../number-options.ts";
import {
  decodeSignature,
  importKey,
  isAmbiguous,
  signedContent,
  type WebhookSecret,
  type WebhookSignature,
} from "./signature.ts";
import { WebhookError } from "./webhook-error.ts";
import { readWebhook, type RawWebhook, type WebhookRequest } from "./webhook-request.ts";

/** Options of verifying a webhook. */
export interface VerifyOptions {
  /** The secret of the service, or several during a rotation. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /**
   * The maximum difference between the time of sending and now, in seconds. Default: that of the signature,
   * else 300.
   */
  readonly tolerance?: number;
  /** The maximum size of a body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Returns the current time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The signed headers of a verified webhook. */
export interface VerifiedWebhook {
  /** The id of the webhook, the same for each delivery; `undefined` if the scheme has none. */
  readonly id: string | undefined;
  /** The time of sending; `undefined` if the scheme has none. */
  readonly timestamp: Date | undefined;
}

/** The default of `maxBodyBytes`. */
export const defaultMaxBodyBytes = 1024 * 1024;

/** The most signatures in a header, which has one for each secret in use. */
const mostSignatures = 8;

/**
 * Verifies the signature of a webhook, in constant time, and that it was sent recently. A scheme without a
 * time of sending does not prevent replays.
 *
 * @throws {WebhookError} when the webhook cannot be verified.
 * @throws {TypeError} when the secret is empty or invalid in its encoding, or a numeric option is invalid.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  signature: WebhookSignature,
  options: VerifyOptions,
): Promise<VerifiedWebhook> {
  checkLimits(options);
  const raw = await readWebhook(request, options.maxBodyBytes ?? defaultMaxBodyBytes);
  return verifyRaw(raw, signature, options);
}

/**
 * Checks the numeric options. Without the check a tolerance of `NaN` would accept any time.
 *
 * @throws {TypeError} when one is not a number, is `NaN` or negative
 */
export const checkLimits = (options: Omit<VerifyOptions, "secret">): void =>
  checkNumbers(options, { tolerance: [0], maxBodyBytes: [0] });

/** As {@link verifyWebhook}, for a webhook whose body has been read. */
export async function verifyRaw(
  { header, body }: RawWebhook,
  signature: WebhookSignature,
  options: VerifyOptions,
): Promise<VerifiedWebhook> {
  const { secret, tolerance = signature.tolerance ?? 300, now = Date.now } = options;
  checkNumbers(signature, { tolerance: [0] });
  const secrets = Array.isArray(secret) ? (secret as readonly WebhookSecret[]) : [secret];
  const keys = await Promise.all(secrets.map((one) => importKey(signature, one as WebhookSecret)));
  const { idHeader, timestampHeader, timestampPrefix = "", prefix = "" } = signature;
  const given = header(signature.header);
  if (given === undefined) throw new WebhookError("signature-missing");
  const id = idHeader === undefined ? undefined : header(idHeader);
  const sent = timestampHeader === undefined ? undefined : header(timestampHeader);
  const timestamp = timestampPrefix && sent ? valuesOf(sent, timestampPrefix)[0] : sent;
  const time = timestamp === undefined ? NaN : timeOf(timestamp);
  if (timestampHeader !== undefined) {
    if (Number.isNaN(time)) throw new WebhookError("timestamp-missing");
    if (Math.abs(now() - time) > tolerance * 1000)
      throw new WebhookError("timestamp-outside-tolerance");
  }
  if (isAmbiguous(signature, { id: id ?? "", timestamp: timestamp ?? "" }))
    throw new WebhookError("signature-invalid");
  const content = signedContent(signature, { id: id ?? "", timestamp: timestamp ?? "", body });
  const signatures = valuesOf(given, prefix)
    .slice(0, mostSignatures)
    .flatMap((text) => decodeSignature(signature, text) ?? []);
  for (const one of signatures) {
    for (const key of keys) {
      // Compares in constant time (Web Cryptography API, HMAC).
      if (await crypto.subtle.verify("HMAC", key, one, content))
        return { id, timestamp: Number.isNaN(time) ? undefined : new Date(time) };
    }
  }
  throw new WebhookError("signature-invalid");
}

/**
 * Returns the values of a header that have a prefix. Spaces or commas separate them, and the prefix may
 * contain a comma.
 */
function valuesOf(header: string, prefix: string): string[] {
  const parts = header.split(/\s+/).flatMap((part) => [...part.split(","), part]);
  const own = [...parts, header.trim()].filter((part) => part.startsWith(prefix));
  return [...new Set(own)].map((part) => part.slice(prefix.length)).filter(Boolean);
}

/** Times beyond this many seconds, in the year 5138, are milliseconds. */
const mostSeconds = 1e11;

/** Matches dates of ISO 8601 and HTTP with a time. `Date.parse` accepts much more. */
const isDate = /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)|[A-Z][a-z]{2}, [\w :]+ GMT)$/;

function timeOf(text: string): number {
  if (!/^\d+$/.test(text)) return isDate.test(text) ? Date.parse(text) : NaN;
  const time = Number(text);
  return time < mostSeconds ? time * 1000 : time;
}
