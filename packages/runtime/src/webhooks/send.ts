import type { OperationDescriptor } from "../operation.ts";
import { signOperation, unsignedOperation } from "./sign.ts";
import type { SignOptions, WebhookInput } from "./sign.ts";

/** Options of sending a webhook. */
export interface SendOptions extends Partial<SignOptions> {
  /** The address of the receiver. */
  readonly url: string | URL;
  /**
   * Default: the global `fetch`. For a receiver in the same process pass `toFetch(receiver)`, which needs
   * no network.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Sends a webhook as the service does, signed if there is a `secret`. Redirects are not followed.
 *
 * @throws {TypeError} when the signature scheme is unknown, or the secret is empty or invalid in its
 * encoding
 */
export async function sendOperation(
  operation: OperationDescriptor,
  input: WebhookInput,
  { url, fetch: send = (request) => fetch(request), secret, ...options }: SendOptions,
): Promise<Response> {
  const { method, headers, body } =
    secret === undefined
      ? unsignedOperation(operation, input)
      : await signOperation(operation, input, { ...options, secret });
  // Requests with these methods cannot have a body (Fetch Standard).
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = { method, headers, redirect: "manual", ...(hasBody && { body }) } as const;
  return send(new Request(url, init));
}
