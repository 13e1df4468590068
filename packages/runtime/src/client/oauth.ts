import type { DeviceAuthorizationOptions } from "./device-authorization.ts";
import { credentialOf, type TokenCredential } from "./kept-token.ts";
import { requestToken, type OAuthTokens, type TokenOptions } from "./token-request.ts";

export { deviceAuthorization } from "./device-authorization.ts";
export type { DeviceAuthorizationOptions, DeviceUserCode } from "./device-authorization.ts";
export type { TokenCredential } from "./kept-token.ts";
export type { OAuthTokens, TokenOptions } from "./token-request.ts";
export { OAuthError } from "./oauth-error.ts";
export type { OAuthErrorDetails } from "./oauth-error.ts";

/** Options of {@link refreshToken}. */
export interface RefreshTokenOptions extends TokenOptions {
  readonly refreshToken: string;
  /** The initial access token. Default: the first call requests one. */
  readonly accessToken?: string;
  /**
   * Called with each new pair of tokens, to store them: the server may have revoked the previous refresh
   * token.
   */
  readonly onTokens?: (tokens: OAuthTokens) => void | Promise<void>;
}

/** The options of a flow in the description, which provides the token endpoint and the scopes. */
export type FlowOptions<Options extends TokenOptions, Scope extends string> = Omit<
  Options,
  "scopes" | "tokenUrl"
> & {
  readonly tokenUrl?: string;
  readonly scopes?: readonly Scope[];
};

/** The options of a device flow in the description, which provides the endpoints and the scopes. */
export type DeviceFlowOptions<Scope extends string> = FlowOptions<
  Omit<DeviceAuthorizationOptions, "deviceAuthorizationUrl">,
  Scope
> & {
  readonly deviceAuthorizationUrl?: string;
};

/**
 * Gets tokens with the client's own credentials (RFC 6749, section 4.4): `createClient({ auth:
 * clientCredentials({ … }) })`. A token is kept until shortly before it expires, and renewed once if the
 * API refuses it with 401. Concurrent calls share one request.
 *
 * @throws {OAuthError} when a call needs a token, and the token endpoint returns none.
 */
export function clientCredentials(options: TokenOptions): TokenCredential {
  const scope = options.scopes?.join(" ");
  return credentialOf(options, undefined, () =>
    requestToken(options, { grant_type: "client_credentials", ...(scope && { scope }) }),
  );
}

/**
 * Renews a user's token with a refresh token (RFC 6749, section 6), and otherwise works as {@link
 * clientCredentials}. A new refresh token replaces the previous one.
 *
 * @throws {OAuthError} when a call needs a token, and the token endpoint returns none.
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
