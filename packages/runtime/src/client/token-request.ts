import { isObject } from "../members.ts";
import { fetchRequest } from "./fetch-request.ts";
import type { Fetch } from "./fetch-types.ts";
import { OAuthError, type OAuthErrorDetails } from "./oauth-error.ts";
import { readWithin } from "./read-body.ts";
import { basic } from "./security-writers.ts";

/** Options of requests for tokens, for every grant. */
export interface TokenOptions {
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Default: the client is public, and sends only its id. */
  readonly clientSecret?: string;
  /**
   * How the client sends its id and secret: in the header `Authorization` (`client_secret_basic`), or in
   * the body (RFC 6749, section 2.3.1). Default: in the header.
   */
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post";
  /** The scopes to ask for. Default: the server's default. */
  readonly scopes?: readonly string[];
  /** Further parameters of the request, such as `audience` or `resource` (RFC 8707). */
  readonly parameters?: { readonly [name: string]: string };
  /**
   * How long before it expires a token is renewed, in milliseconds; at most half of its lifetime. Left out:
   * 60 000.
   */
  readonly leeway?: number;
  /** The time limit of a token request, in milliseconds. Default: 30 000. */
  readonly timeout?: number;
  /** Sends the request. Default: the global `fetch`. */
  readonly fetch?: Fetch;
}

/** The tokens from a token endpoint (RFC 6749, section 5.1). */
export interface OAuthTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** When the access token expires, in milliseconds since the epoch. Only if the server says it. */
  readonly expiresAt?: number;
  /** The granted scopes, if the server names them. */
  readonly scopes?: readonly string[];
}

/**
 * Requests tokens from the token endpoint.
 *
 * @throws {OAuthError} when it returns none.
 */
export async function requestToken(
  options: TokenOptions,
  grant: { readonly [name: string]: string },
): Promise<OAuthTokens> {
  const asked = Date.now();
  const place = placeOf("token", options.tokenUrl);
  const answer = await postForm(options, options.tokenUrl, place, grant);
  return tokensOf(place, asked, answer);
}

/** The answer of an endpoint, with the secrets that messages must not repeat. */
export interface EndpointAnswer {
  readonly status: number;
  readonly isOk: boolean;
  /** `undefined` if it is not a JSON object. */
  readonly body: { readonly [name: string]: unknown } | undefined;
  readonly secrets: readonly (string | undefined)[];
}

/** The largest answer, in bytes after decompression. Tokens are much shorter. */
const mostBytes = 1024 * 1024;

/**
 * Posts a form to an endpoint of the authorization server, authenticated as the client.
 *
 * @throws {OAuthError} when there is no answer.
 */
export async function postForm(
  options: Omit<TokenOptions, "tokenUrl">,
  url: string,
  place: string,
  grant: { readonly [name: string]: string },
): Promise<EndpointAnswer> {
  const { timeout = 30_000, parameters = {} } = options;
  const { headers, own } = authenticated(options);
  const body = new URLSearchParams({ ...parameters, ...grant, ...own }).toString();
  const init = {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body,
    // The secrets are only meant for this endpoint.
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  } as const;
  const secrets = [options.clientSecret, grant["refresh_token"], grant["device_code"]];
  try {
    const { fetch } = options;
    const response = fetch
      ? await fetch(fetchRequest(url, init), init)
      : await globalThis.fetch(url, init);
    const { status, ok } = response as Response;
    const chunks = await readWithin(response as Response, mostBytes);
    if (chunks === undefined) throw new TypeError(`its answer is larger than ${mostBytes} bytes`);
    return { status, isOk: ok, body: jsonObject(await new Blob(chunks).text()), secrets };
  } catch (cause) {
    // Runtimes repeat an invalid address in their message.
    const reason = without(
      [...secrets, url],
      cause instanceof Error ? cause.message : String(cause),
    );
    throw new OAuthError(`${place} could not be reached: ${reason}`);
  }
}

/** Returns the client's credentials. In the header both parts are form-encoded (RFC 6749, section 2.3.1). */
function authenticated({
  clientId,
  clientSecret,
  clientAuthentication = "client_secret_basic",
}: Omit<TokenOptions, "tokenUrl">): {
  headers: { [name: string]: string };
  own: { [name: string]: string };
} {
  if (clientSecret === undefined) return { headers: {}, own: { client_id: clientId } };
  if (clientAuthentication === "client_secret_post")
    return { headers: {}, own: { client_id: clientId, client_secret: clientSecret } };
  const encode = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);
  const request = { headers: {} } as Parameters<typeof basic>[0];
  return {
    headers: { ...basic(request, `${encode(clientId)}:${encode(clientSecret)}`).headers },
    own: {},
  };
}

function tokensOf(place: string, asked: number, answer: EndpointAnswer): OAuthTokens {
  const { body, isOk, secrets } = answer;
  const accessToken = textOf(body, "access_token");
  const type = textOf(body, "token_type") ?? "bearer";
  if (!isOk || !accessToken || type.toLowerCase() !== "bearer")
    throw refusal(
      place,
      answer,
      accessToken ? `a token of the type ${without(secrets, type)}` : "no access token",
    );
  const life = Number(body?.["expires_in"] ?? Number.NaN);
  const refresh = textOf(body, "refresh_token");
  const scope = textOf(body, "scope");
  return {
    accessToken,
    ...(refresh && { refreshToken: refresh }),
    ...(life >= 0 && { expiresAt: asked + life * 1000 }),
    ...(scope && { scopes: scope.split(" ") }),
  };
}

/** Creates the error of an answer without what was asked for. */
export function refusal(
  place: string,
  { status, isOk, body, secrets }: EndpointAnswer,
  none: string,
): OAuthError {
  const said = (name: string): string | undefined => {
    const value = textOf(body, name);
    return value === undefined ? undefined : without(secrets, value);
  };
  const error = said("error");
  const errorDescription = said("error_description");
  const details: OAuthErrorDetails = {
    status,
    error,
    errorDescription,
    errorUri: said("error_uri"),
  };
  const reason = [error ?? (isOk ? none : undefined), errorDescription].filter(Boolean).join(": ");
  return new OAuthError(`${place} answered ${status}${reason && `: ${reason}`}`, details);
}

/** Returns a member of an answer if it is a text. */
export function textOf(
  body: { readonly [name: string]: unknown } | undefined,
  name: string,
): string | undefined {
  const value = body?.[name];
  return typeof value === "string" ? value : undefined;
}

function jsonObject(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as { readonly [name: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

/** Names an endpoint without its query, which may contain secrets. */
export const placeOf = (kind: string, url: string): string =>
  `the ${kind} endpoint ${url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//")}`;

/** The longest text of a server in an error, in characters. */
const mostSaid = 500;

/** Returns a server's text on one line, without the secrets that it may repeat. */
function without(secrets: readonly (string | undefined)[], text: string): string {
  const safe = secrets.reduce<string>(
    (said, secret) => (secret ? said.replaceAll(secret, "[secret]") : said),
    text,
  );
  return safe.slice(0, mostSaid).replace(/[^ -~\u00a0-\uffff]+/g, " ");
}
