import type { DeviceAuthorizationOptions } from "./device-authorization.ts";
import { credentialOf, type TokenCredential } from "./kept-token.ts";
import { requestToken, type OAuthTokens, type TokenOptions } from "./token-request.ts";

export { deviceAuthorization } from "./device-authorization.ts";
export type { DeviceAuthorizationOptions, DeviceUserCode } from "./device-authorization.ts";
export type { TokenCredential } from "./kept-token.ts";
export type { OAuthTokens, TokenOptions } from "./token-request.ts";
export { OAuthError } from "./oauth-error.ts";
export type { OAuthErrorDetails } from "./oauth-error.ts";

/** How a client refreshes a user's token. */
export interface RefreshTokenOptions extends TokenOptions {
  readonly refreshToken: string;
  /** A token to begin with. Left out: the first call asks for one. */
  readonly accessToken?: string;
  /** Takes each new pair of tokens, to be kept: the server may have revoked the refresh token before. */
  readonly onTokens?: (tokens: OAuthTokens) => void | Promise<void>;
}

/** The options of a described flow: its token endpoint is known, and so are its scopes. */
export type FlowOptions<Options extends TokenOptions, Scope extends string> = Omit<
  Options,
  "scopes" | "tokenUrl"
> & {
  readonly tokenUrl?: string;
  readonly scopes?: readonly Scope[];
};

/** The options of a described device flow: its endpoints are known, and so are its scopes. */
export type DeviceFlowOptions<Scope extends string> = FlowOptions<
  Omit<DeviceAuthorizationOptions, "deviceAuthorizationUrl">,
  Scope
> & {
  readonly deviceAuthorizationUrl?: string;
};

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
