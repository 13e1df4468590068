import type { ApiDescriptor, OperationDescriptor } from "../operation.ts";
import { secretBytes } from "../webhooks/signature.ts";
import type { WebhookSignature } from "../webhooks/signature.ts";
import { verifyRaw } from "../webhooks/verify.ts";
import type { VerifyOptions } from "../webhooks/verify.ts";
import { WebhookError } from "../webhooks/webhook-error.ts";
import { readLimited } from "./collect-body.ts";
import { createServerCore } from "./core.ts";
import { RequestFailure } from "./failure.ts";
import type { ServerArguments } from "./options.ts";
import { headerValue } from "./request-target.ts";
import type { RequestContext, Route, Server } from "./types.ts";

/** How a receiver verifies that a webhook comes from the service. */
export type SignatureOptions =
  | (Pick<VerifyOptions, "secret" | "tolerance" | "now"> & {
      /** How the service signs. Default: as the description says. */
      readonly signature?: WebhookSignature;
    })
  | {
      /** Skips verification: something else has verified the webhook, or the service does not sign. */
      readonly signature: "unchecked";
    };

/** If the description does not say how webhooks are signed, a receiver may omit the options. */
interface NoSignature {
  readonly secret?: undefined;
  readonly signature?: undefined;
}

type OptionsOf<Arguments extends readonly unknown[]> = NonNullable<Arguments[0]>;

/**
 * The options parameter of a webhook receiver: that of a server, with a secret if the description says how
 * webhooks are signed.
 */
export type WebhookReceiverArguments<
  Context,
  Schemes extends string,
  IsSigned extends boolean,
> = IsSigned extends true
  ? [options: OptionsOf<ServerArguments<Context, Schemes>> & SignatureOptions]
  : ServerArguments<Context, Schemes> extends [unknown]
    ? [options: OptionsOf<ServerArguments<Context, Schemes>> & (SignatureOptions | NoSignature)]
    : [options?: OptionsOf<ServerArguments<Context, Schemes>> & (SignatureOptions | NoSignature)];

/** All signature options, for reading them. */
type AnySignature = Partial<Pick<VerifyOptions, "secret" | "tolerance" | "now">> & {
  readonly signature?: WebhookSignature | "unchecked" | undefined;
};

/**
 * Creates a server for webhooks. It works as `createServerCore`, except that it verifies the signature over
 * the received bytes before it decodes the body. An unsigned request gets a 401.
 *
 * @throws {TypeError} as `createServerCore`, and when a webhook with a handler is signed and there is no
 * secret, when the signature scheme is unknown, or when a secret is empty or invalid in its encoding
 */
export function createWebhookServer<
  Context = RequestContext,
  Schemes extends string = string,
  IsSigned extends boolean = boolean,
>(
  api: ApiDescriptor,
  routes: readonly Route<Context>[],
  ...[options]: WebhookReceiverArguments<Context, Schemes, IsSigned>
): Server {
  const { secret, signature, tolerance, now, ...others } = (options ?? {}) as AnySignature;
  const given = { signature, ...(tolerance && { tolerance }), ...(now && { now }) };
  const isAllAnswered = "missing" in others && others.missing !== undefined;
  const signed = routes.map((route) => {
    const isAnswered = isAllAnswered || route.handler !== undefined;
    const verify = verification(route.operation, isAnswered, secret, given);
    return verify === undefined ? route : { ...route, verify };
  });
  const rest = [others] as unknown as ServerArguments<Context, Schemes>;
  return createServerCore<Context, Schemes>(api, signed, ...rest);
}

/** Returns the function that verifies an operation's requests; `undefined` if nothing is verified. */
function verification(
  operation: OperationDescriptor,
  isAnswered: boolean,
  secret: VerifyOptions["secret"] | undefined,
  { signature: given, ...options }: AnySignature,
): Route["verify"] {
  if (given === "unchecked") return undefined;
  const signature = given ?? operation.signature;
  if (secret === undefined) {
    if (signature === undefined || !isAnswered) return undefined;
    throw new TypeError(
      `${operation.operationId} is signed, and there is no \`secret\`: pass it, or \`signature: "unchecked"\` if something in front of the receiver verifies it`,
    );
  }
  if (signature === undefined) {
    if (!isAnswered) return undefined;
    const reason = "the description does not say how its webhooks are signed";
    throw new TypeError(`${operation.operationId}: ${reason}: give \`signature\``);
  }
  const secrets = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) throw new TypeError("there is no secret for the webhooks");
  for (const one of secrets) secretBytes(signature, one as string | Uint8Array);
  return verifierOf(signature, { ...options, secret });
}

function verifierOf(signature: WebhookSignature, options: VerifyOptions): Route["verify"] {
  return async (request, limits) => {
    const header = (name: string): string | undefined => headerValue(request, name.toLowerCase());
    try {
      // An unsigned body is not read.
      if (header(signature.header) === undefined) throw new WebhookError("signature-missing");
      const body = await readLimited(request, limits);
      await verifyRaw({ header, body: body ?? new Uint8Array() }, signature, options);
      return body === undefined ? request : { ...request, body };
    } catch (error) {
      throw error instanceof WebhookError ? unsigned(error, signature) : error;
    }
  };
}

/** Creates the refusal of a webhook. A 401 has a challenge (RFC 9110, section 11.6.1). */
function unsigned({ code, message }: WebhookError, { header }: WebhookSignature): RequestFailure {
  const issue = { in: "header", pointer: `/${header}`, keyword: code, message } as const;
  return new RequestFailure(401, [issue], { "www-authenticate": "Signature" });
}
