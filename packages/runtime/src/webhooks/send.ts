import type { OperationDescriptor } from "../operation.ts";
import { signOperation, unsignedOperation } from "./sign.ts";
import type { SignOptions, WebhookInput } from "./sign.ts";

/** Options of sending a webhook. */
export interface SendOptions extends Partial<SignOptions> {
  /** Where it is received. */
  readonly url: string | URL;
  /** Left out: the platform's. That of a receiver in the same process, `toFetch(receiver)`, needs no network. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Sends a webhook as the service does: signed, where there is a `secret`. A redirect is not followed.
 *
 * @throws {TypeError} when it is not known how it is signed, or the secret is empty or not in its encoding
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
  // A request of these methods cannot have a body (Fetch Standard).
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = { method, headers, redirect: "manual", ...(hasBody && { body }) } as const;
  return send(new Request(url, init));
}
