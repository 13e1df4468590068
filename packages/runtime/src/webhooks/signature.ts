import { concatenate } from "../byte-stream.ts";
// It declares CryptoKey too, which has to be declared wherever keys are.
import type { NonSharedUint8Array } from "../web-types.ts";

/** How a service signs its webhooks (`x-webhook-signature`): an HMAC of what the template says. */
export interface WebhookSignature {
  readonly algorithm: "sha1" | "sha256" | "sha512";
  readonly encoding: "hex" | "base64";
  /** The header with the signatures: one, or several with blanks or commas between them. */
  readonly header: string;
  /** What stands before each signature, such as `sha256=`; others in the header are left alone. */
  readonly prefix?: string;
  readonly idHeader?: string;
  /** The header with the time of sending, in seconds or milliseconds of the epoch, or as a date. */
  readonly timestampHeader?: string;
  /** What stands before the time where the header has more in it, such as `t=`. */
  readonly timestampPrefix?: string;
  /** What is signed, with `{id}`, `{timestamp}` and `{body}` in it. */
  readonly content: string;
  /** How far the time of sending may be from now, in seconds. Left out: 300. */
  readonly tolerance?: number;
  /** What secrets are: text, or bytes in base64, which `whsec_` may stand before. Left out: text. */
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

/** A secret that webhooks are signed with: as the service shows it, or its bytes. */
export type WebhookSecret = string | Uint8Array;

/** The parts of what is signed. */
export interface SignedParts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

const algorithms = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" } as const;

/**
 * The bytes of a secret.
 *
 * @throws {TypeError} when the secret is empty, or not what its encoding says. The message does not have it.
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

/** The key of a secret. @throws {TypeError} as {@link secretBytes} */
export function importKey(signature: WebhookSignature, secret: WebhookSecret): Promise<CryptoKey> {
  const hash = algorithms[signature.algorithm];
  const material = secretBytes(signature, secret) as NonSharedUint8Array;
  return crypto.subtle.importKey("raw", material, { name: "HMAC", hash }, false, [
    "sign",
    "verify",
  ]);
}

/** The bytes that are signed: the template with its parts. */
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
 * True if an id or a time has what the template puts behind it: `a.1` and `2` are signed as `a` and `1.2` are, and
 * whoever has seen one webhook could send its bytes as another.
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

/** The bytes of a signature; `undefined` where it is not in its encoding. */
export function decodeSignature(
  { encoding }: WebhookSignature,
  text: string,
): NonSharedUint8Array | undefined {
  if (encoding === "base64") return fromBase64(text);
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The text of a signature. */
export function encodeSignature({ encoding }: WebhookSignature, bytes: Uint8Array): string {
  return encoding === "base64"
    ? btoa(String.fromCharCode(...bytes))
    : Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of base64, of either alphabet and with or without padding (RFC 4648, sections 4 and 5). */
function fromBase64(text: string): NonSharedUint8Array | undefined {
  const usual = text.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  if (!/^[A-Za-z\d+/]*$/.test(usual) || usual.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(usual), (character) => character.charCodeAt(0));
}
