import { concatenate } from "../byte-stream.ts";
// It declares CryptoKey too, which has to be declared wherever keys are.
import type { NonSharedUint8Array } from "../web-types.ts";

/** How a service signs its webhooks (`x-webhook-signature`): with an HMAC of the content template. */
export interface WebhookSignature {
  readonly algorithm: "sha1" | "sha256" | "sha512";
  readonly encoding: "hex" | "base64";
  /** The header with one or more signatures, separated by spaces or commas. */
  readonly header: string;
  /** The prefix of each signature, such as `sha256=`. Values with other prefixes are ignored. */
  readonly prefix?: string;
  readonly idHeader?: string;
  /** The header with the time of sending, in seconds or milliseconds since the epoch, or as a date. */
  readonly timestampHeader?: string;
  /** The prefix of the time in a header with several values, such as `t=`. */
  readonly timestampPrefix?: string;
  /** The template of the signed content, with `{id}`, `{timestamp}` and `{body}`. */
  readonly content: string;
  /** The maximum difference between the time of sending and now, in seconds. Default: 300. */
  readonly tolerance?: number;
  /** The encoding of secrets: text, or base64 with an optional prefix `whsec_`. Default: text. */
  readonly secretEncoding?: "text" | "base64";
}

/** The scheme of the specification Standard Webhooks 1.0, with symmetric keys. */
export const standardWebhooks: WebhookSignature = {
  algorithm: "sha256",
  encoding: "base64",
  header: "webhook-signature",
  prefix: "v1,",
  idHeader: "webhook-id",
  timestampHeader: "webhook-timestamp",
  content: "{id}.{timestamp}.{body}",
  secretEncoding: "base64",
};

/** A secret for signing webhooks: as the service shows it, or its bytes. */
export type WebhookSecret = string | Uint8Array;

/** The values for the template of the signed content. */
export interface SignedParts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

const algorithms = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" } as const;

/**
 * Decodes a secret.
 *
 * @throws {TypeError} when the secret is empty or invalid in its encoding. The message does not contain it.
 */
export function secretBytes(
  { secretEncoding }: WebhookSignature,
  secret: WebhookSecret,
): Uint8Array {
  const bytes =
    typeof secret !== "string"
      ? secret
      : secretEncoding === "base64"
        ? fromBase64(secret.replace(/^whsec_/, ""))
        : new TextEncoder().encode(secret);
  if (bytes === undefined) throw new TypeError("the secret of the webhooks is not base64");
  if (bytes.length === 0) throw new TypeError("the secret of the webhooks is empty");
  return bytes;
}

/**
 * Imports the key of a secret.
 *
 * @throws {TypeError} as {@link secretBytes}
 */
export function importKey(signature: WebhookSignature, secret: WebhookSecret): Promise<CryptoKey> {
  const hash = algorithms[signature.algorithm];
  const material = secretBytes(signature, secret) as NonSharedUint8Array;
  return crypto.subtle.importKey("raw", material, { name: "HMAC", hash }, false, [
    "sign",
    "verify",
  ]);
}

/** Returns the signed bytes: the template with its values filled in. */
export function signedContent(
  { content }: WebhookSignature,
  parts: SignedParts,
): NonSharedUint8Array {
  const encoder = new TextEncoder();
  const pieces = content.split(/(\{(?:id|timestamp|body)\})/).map((piece) => {
    if (piece === "{body}") return parts.body;
    if (piece === "{id}") return encoder.encode(parts.id);
    return encoder.encode(piece === "{timestamp}" ? parts.timestamp : piece);
  });
  return concatenate(pieces);
}

/**
 * True if an id or a time contains the delimiter that follows it: `a.1` and `2` give the same content as
 * `a` and `1.2`, so that one webhook could be replayed as another.
 */
export function isAmbiguous(
  { content }: WebhookSignature,
  parts: Pick<SignedParts, "id" | "timestamp">,
): boolean {
  const placed = content.matchAll(/\{(id|timestamp)\}([^{]+)/g);
  return Array.from(placed).some(([, name, behind = ""]) =>
    parts[name as keyof typeof parts].includes(behind),
  );
}

/** Decodes a signature. `undefined` if it is invalid in its encoding. */
export function decodeSignature(
  { encoding }: WebhookSignature,
  text: string,
): NonSharedUint8Array | undefined {
  if (encoding === "base64") return fromBase64(text);
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Encodes a signature. */
export function encodeSignature({ encoding }: WebhookSignature, bytes: Uint8Array): string {
  return encoding === "base64"
    ? btoa(String.fromCharCode(...bytes))
    : Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Decodes base64 in either alphabet, with or without padding (RFC 4648, sections 4 and 5). */
function fromBase64(text: string): NonSharedUint8Array | undefined {
  const usual = text.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  if (!/^[A-Za-z\d+/]*$/.test(usual) || usual.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(usual), (character) => character.charCodeAt(0));
}
