import { toFetch, withScopes } from "@openapi-packages/runtime/server";
import type {
  RequestContext,
  SecurityVerifier,
  ServerOptions,
} from "@openapi-packages/runtime/server";
import type { ClientOptions } from "@openapi-packages/runtime/client";
import type { FeatureHandler, FeaturePackages } from "./packages.ts";

/** Gives whatever a request carries, so that the handler can be asked for it. */
const verify: SecurityVerifier = (credential, { scopes }) =>
  withScopes(
    Object.values(credential)
      .filter((part) => part !== "")
      .join("|"),
    scopes,
  );

/** A verifier for each scheme of the feature description; none refuses a credential. */
export const verifiers = {
  bearer: verify,
  basic: verify,
  headerKey: verify,
  queryKey: verify,
  cookieKey: verify,
  oauth: verify,
  openid: verify,
};

/** What a handler was given. */
export interface Received {
  readonly operationId: string;
  readonly input: { readonly [part: string]: unknown };
  readonly principal: unknown;
}

/** Client and server of the feature description, put onto each other in memory. */
export interface Exchange {
  readonly api: ReturnType<FeaturePackages["createClient"]>;
  /** Every request that the client has sent. */
  readonly requests: Request[];
  readonly received: Received[];
}

/** What a handler answers to an input. */
export type Answerer = (input: { readonly [part: string]: unknown }) => unknown;

/**
 * Puts a client onto a server whose handlers all give one answer.
 *
 * @param answer what every handler answers; left out: 204 without a body.
 */
export function exchange(
  packages: FeaturePackages,
  answer: Answerer = () => ({ status: 204 }),
  options: { readonly client?: ClientOptions; readonly server?: ServerOptions } = {},
): Exchange {
  const received: Received[] = [];
  const handler = (input: Received["input"], context: RequestContext): unknown => {
    const { operationId } = context.operation;
    received.push({ operationId, input, principal: context.principal });
    return answer(input);
  };
  const server = packages.createServer(everyHandler(handler as FeatureHandler), {
    security: verifiers,
    basePath: "/base",
    validateResponses: "strict",
    ...options.server,
  });
  const requests: Request[] = [];
  const answerRequest = toFetch(server);
  const fetch = (request: Request): Promise<Response> => {
    requests.push(request.clone());
    return answerRequest(request);
  };
  const api = packages.createClient({ auth: "token", fetch, retries: 0, ...options.client });
  return { api, requests, received };
}

/** The body that the first request had when it reached its handler. */
export function firstBody<Body>({ received }: Exchange): Body {
  const [first] = received;
  if (first === undefined) throw new Error("no request has reached a handler");
  return first.input["body"] as Body;
}

/** An object that has every group with every handler, all of them the same. */
function everyHandler(handler: FeatureHandler): { readonly [group: string]: never } {
  const group = new Proxy({}, { get: () => handler });
  return new Proxy({}, { get: () => group }) as { readonly [group: string]: never };
}
