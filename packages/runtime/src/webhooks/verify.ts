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
  /** The secret that the service signs with, or several while it is being changed. */
  readonly secret: WebhookSecret | readonly WebhookSecret[];
  /** How far the time of sending may be from now, in seconds. Left out: as the signature says, else 300. */
  readonly tolerance?: number;
  /** The most bytes of a body. Left out: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The time in milliseconds of the epoch. Left out: `Date.now`. */
  readonly now?: () => number;
}

/** What the headers of a webhook say, which its signature vouches for. */
export interface VerifiedWebhook {
  /** The id of the webhook, the same each time that it is sent; `undefined` where the scheme has none. */
  readonly id: string | undefined;
  /** When it was sent; `undefined` where the scheme does not say. */
  readonly timestamp: Date | undefined;
}

/** The most bytes of a body where nobody sets another limit. */
export const defaultMaxBodyBytes = 1024 * 1024;

/** A header has no more signatures than secrets are in use at a time. */
const mostSignatures = 8;

/**
 * Verifies the signature of a webhook, in constant time, and that it was sent just now. Schemes without a
 * time of sending do not keep anybody from sending a webhook again.
 *
 * @throws {WebhookError} when it is not verified.
 * @throws {TypeError} when the secret is empty or not in its encoding, or an option that is a number is none.
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
 * Checks the options that are numbers: no time is too far from now by a tolerance of `NaN`.
 *
 * @throws {TypeError} when one is none, is `NaN` or negative
 */
export const checkLimits = (options: Omit<VerifyOptions, "secret">): void =>
  checkNumbers(options, { tolerance: [0], maxBodyBytes: [0] });

/** As {@link verifyWebhook}, of a webhook whose body has been read. */
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

/** The values of a header that have a prefix, which blanks or commas stand between; the prefix may have a comma. */
function valuesOf(header: string, prefix: string): string[] {
  const parts = header.split(/\s+/).flatMap((part) => [...part.split(","), part]);
  const own = [...parts, header.trim()].filter((part) => part.startsWith(prefix));
  return [...new Set(own)].map((part) => part.slice(prefix.length)).filter(Boolean);
}

/** Times beyond this many seconds are milliseconds: the year is 5138. */
const mostSeconds = 1e11;

/** A date of ISO 8601 or of HTTP, with its time: much more is a date for `Date.parse`. */
const isDate = /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)|[A-Z][a-z]{2}, [\w :]+ GMT)$/;

function timeOf(text: string): number {
  if (!/^\d+$/.test(text)) return isDate.test(text) ? Date.parse(text) : NaN;
  const time = Number(text);
  return time < mostSeconds ? time * 1000 : time;
}
