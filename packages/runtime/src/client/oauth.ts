import { isObject } from "../members.ts";
import { fetchRequest } from "./fetch-request.ts";
import type { Fetch } from "./fetch-types.ts";
import { OAuthError, type OAuthErrorDetails } from "./oauth-error.ts";
import { basic } from "./security-writers.ts";
import type { CredentialRequest } from "./types.ts";

export { OAuthError } from "./oauth-error.ts";
export type { OAuthErrorDetails } from "./oauth-error.ts";

/** How a client gets tokens, whichever the grant. */
export interface TokenOptions {
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Left out: a public client, which names itself by its id alone. */
  readonly clientSecret?: string;
  /**
   * Where the client's id and secret are sent: in the header `Authorization` (`client_secret_basic`), or in the body
   * (RFC 6749, section 2.3.1). Left out: in the header.
   */
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post";
  /** Left out: those that the server gives by itself. */
  readonly scopes?: readonly string[];
  /** Further parameters of the request, such as `audience` or `resource` (RFC 8707). */
  readonly parameters?: { readonly [name: string]: string };
  /**
   * How long before its end a token is renewed, in milliseconds; of one that lives shortly, half of its life at most.
   * Left out: 60 000.
   */
  readonly leeway?: number;
  /** The time limit of a request for a token, in milliseconds. Left out: 30 000. */
  readonly timeout?: number;
  /** Sends the request. Left out: the global `fetch`. */
  readonly fetch?: Fetch;
}

/** How a client refreshes a user's token. */
export interface RefreshTokenOptions extends TokenOptions {
  readonly refreshToken: string;
  /** A token to begin with. Left out: the first call asks for one. */
  readonly accessToken?: string;
  /** Takes each new pair of tokens, to be kept: the server may have revoked the refresh token before. */
  readonly onTokens?: (tokens: OAuthTokens) => void | Promise<void>;
}

/** What a token endpoint gives (RFC 6749, section 5.1). */
export interface OAuthTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** The end of the access token's life, in milliseconds of the epoch; only where the server says it. */
  readonly expiresAt?: number;
  /** The scopes, where the server names them. */
  readonly scopes?: readonly string[];
}

/** The options of a described flow: its token endpoint is known, and so are its scopes. */
export type FlowOptions<Options extends TokenOptions, Scope extends string> = Omit<
  Options,
  "scopes" | "tokenUrl"
> & {
  readonly tokenUrl?: string;
  readonly scopes?: readonly Scope[];
};

/** A credential as the `auth` of a client takes it: a function that gives a token. */
export type TokenCredential = (request: CredentialRequest) => Promise<string>;

/**
 * Gets tokens by the client's own credentials (RFC 6749, section 4.4): `createClient({ auth: clientCredentials({ … }) })`.
 * A token is kept until shortly before its end; calls at the same time ask for one together, and one that the
 * API refuses with 401 is renewed once.
 *
 * @throws {OAuthError} of the function, when the token endpoint gives none
 */
export function clientCredentials(options: TokenOptions): TokenCredential {
  const scope = options.scopes?.join(" ");
  return credentialOf(options, undefined, () =>
    requestToken(options, { grant_type: "client_credentials", ...(scope && { scope }) }),
  );
}

/**
 * Renews a user's token by a refresh token (RFC 6749, section 6), as {@link clientCredentials} does. A new refresh
 * token takes the place of the one before.
 *
 * @throws {OAuthError} of the function, when the token endpoint gives none
 */
export function refreshToken(options: RefreshTokenOptions): TokenCredential {
  const { accessToken, onTokens } = options;
  const scope = options.scopes?.join(" ");
  let latest = options.refreshToken;
  const first = accessToken === undefined ? undefined : { accessToken };
  return credentialOf(options, first, async () => {
    const grant = { grant_type: "refresh_token", refresh_token: latest };
    const tokens = await requestToken(options, { ...grant, ...(scope && { scope }) });
    latest = tokens.refreshToken ?? latest;
    await onTokens?.({ refreshToken: latest, ...tokens });
    return tokens;
  });
}

interface Kept {
  readonly accessToken: string;
  /** When it is to be renewed, in milliseconds of the epoch. */
  readonly until?: number;
}

function credentialOf(
  { leeway = 60_000 }: TokenOptions,
  first: Kept | undefined,
  request: () => Promise<OAuthTokens>,
): TokenCredential {
  let kept = first;
  let pending: Promise<Kept> | undefined;
  const renew = async (): Promise<Kept> => {
    const asked = Date.now();
    const { accessToken, expiresAt } = await request();
    const life = (expiresAt ?? Infinity) - asked;
    kept = { accessToken, until: asked + life - Math.min(leeway, life / 2) };
    return kept;
  };
  return async ({ refused }) => {
    const isUsable = kept !== undefined && Date.now() < (kept.until ?? Infinity);
    if (kept !== undefined && isUsable && kept.accessToken !== refused) return kept.accessToken;
    pending ??= renew().finally(() => {
      pending = undefined;
    });
    return (await pending).accessToken;
  };
}

async function requestToken(
  options: TokenOptions,
  grant: { readonly [name: string]: string },
): Promise<OAuthTokens> {
  const { tokenUrl, timeout = 30_000, parameters = {} } = options;
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
    // Secrets are for this endpoint alone.
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  } as const;
  const secrets = [options.clientSecret, grant["refresh_token"]];
  const asked = Date.now();
  try {
    const { fetch } = options;
    const response = fetch
      ? await fetch(fetchRequest(tokenUrl, init), init)
      : await globalThis.fetch(tokenUrl, init);
    const { status, ok } = response as Response;
    return tokensOf(options, secrets, asked, status, ok, await (response as Response).text());
  } catch (cause) {
    if (cause instanceof OAuthError) throw cause;
    // Runtimes repeat an address that they do not take.
    const reason = without(
      [...secrets, tokenUrl],
      cause instanceof Error ? cause.message : String(cause),
    );
    throw new OAuthError(`${placeOf(tokenUrl)} could not be asked: ${reason}`);
  }
}

/** The client's credentials, each part encoded as in a form before it is in the header (RFC 6749, section 2.3.1). */
function authenticated({
  clientId,
  clientSecret,
  clientAuthentication = "client_secret_basic",
}: TokenOptions): { headers: { [name: string]: string }; own: { [name: string]: string } } {
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

function tokensOf(
  { tokenUrl }: TokenOptions,
  secrets: readonly (string | undefined)[],
  asked: number,
  status: number,
  isOk: boolean,
  text: string,
): OAuthTokens {
  const body = jsonObject(text);
  const textOf = (name: string): string | undefined => {
    const value = body?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const accessToken = textOf("access_token");
  const type = textOf("token_type") ?? "bearer";
  if (!isOk || !accessToken || type.toLowerCase() !== "bearer") {
    const said = (name: string): string | undefined => {
      const value = textOf(name);
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
    const none = accessToken ? `a token of the type ${without(secrets, type)}` : "no access token";
    const reason = [error ?? (isOk ? none : undefined), errorDescription]
      .filter(Boolean)
      .join(": ");
    throw new OAuthError(
      `${placeOf(tokenUrl)} answered ${status}${reason && `: ${reason}`}`,
      details,
    );
  }
  const life = Number(body?.["expires_in"] ?? Number.NaN);
  const refresh = textOf("refresh_token");
  return {
    accessToken,
    ...(refresh && { refreshToken: refresh }),
    ...(life >= 0 && { expiresAt: asked + life * 1000 }),
    ...(textOf("scope") && { scopes: textOf("scope")?.split(" ") ?? [] }),
  };
}

function jsonObject(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as { readonly [name: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

/** The token endpoint in words, without what its query may have. */
const placeOf = (tokenUrl: string): string =>
  `the token endpoint ${tokenUrl.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//")}`;

/** The most characters of what a server says that an error repeats. */
const mostSaid = 500;

/** What a server says, in one line and without secrets that it may repeat. */
function without(secrets: readonly (string | undefined)[], text: string): string {
  const safe = secrets.reduce<string>(
    (said, secret) => (secret ? said.replaceAll(secret, "[secret]") : said),
    text,
  );
  return safe.slice(0, mostSaid).replace(/[^ -~\u00a0-\uffff]+/g, " ");
}
