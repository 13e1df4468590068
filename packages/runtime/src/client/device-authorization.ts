import { credentialOf, type TokenCredential } from "./kept-token.ts";
import { OAuthError } from "./oauth-error.ts";
import {
  placeOf,
  postForm,
  refusal,
  requestToken,
  textOf,
  type OAuthTokens,
  type TokenOptions,
} from "./token-request.ts";

/** What a user needs to authorize a device (RFC 8628, section 3.2). */
export interface DeviceUserCode {
  /** The code that the user enters, such as `WDJB-MJHT`. */
  readonly userCode: string;
  /** The page where the user enters it. */
  readonly verificationUri: string;
  /** That page's address with the code included, for instance for a QR code. Only if the server sends it. */
  readonly verificationUriComplete?: string;
  /** When the code expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Options of {@link deviceAuthorization}. */
export interface DeviceAuthorizationOptions extends TokenOptions {
  /** The device authorization endpoint. */
  readonly deviceAuthorizationUrl: string;
  /** Shows the user the code and the page. */
  readonly onUserCode: (code: DeviceUserCode) => void | Promise<void>;
  /** A refresh token from an earlier run. Default: the first call asks the user. */
  readonly refreshToken?: string;
  /**
   * Called with each new pair of tokens, to store them: the server may have revoked the previous refresh
   * token.
   */
  readonly onTokens?: (tokens: OAuthTokens) => void | Promise<void>;
  /** Stops waiting for the user. */
  readonly signal?: AbortSignal;
}

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * Gets a user's token on a device without a browser (RFC 8628). `onUserCode` shows the user a code to enter
 * elsewhere, while the token endpoint is polled at the server's interval. The token is renewed with its
 * refresh token. Without one, or after the server has revoked it, the user is asked again.
 *
 * @throws {OAuthError} when a call needs a token, and the user refuses, the code expires or an endpoint
 * fails.
 * @throws the reason of `signal` when it aborts.
 */
export function deviceAuthorization(options: DeviceAuthorizationOptions): TokenCredential {
  const { onTokens } = options;
  let latest = options.refreshToken;
  return credentialOf(options, undefined, async () => {
    const tokens = (await renewed(options, latest)) ?? (await asked(options));
    latest = tokens.refreshToken ?? latest;
    await onTokens?.({ ...(latest !== undefined && { refreshToken: latest }), ...tokens });
    return tokens;
  });
}

/** Renews the tokens. `undefined` without a refresh token that the server accepts. */
async function renewed(
  options: DeviceAuthorizationOptions,
  refreshToken: string | undefined,
): Promise<OAuthTokens | undefined> {
  if (refreshToken === undefined) return undefined;
  try {
    const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
    return await requestToken(options, { ...grant, ...scopeOf(options) });
  } catch (error) {
    if (error instanceof OAuthError && error.error === "invalid_grant") return undefined;
    throw error;
  }
}

/** Asks the user for a grant and waits for the tokens. */
async function asked(options: DeviceAuthorizationOptions): Promise<OAuthTokens> {
  const { deviceCode, interval, expiresAt } = await requestDeviceCode(options);
  const grant = { grant_type: grantType, device_code: deviceCode };
  for (let pause = interval; ;) {
    await passed(pause, options.signal);
    if (Date.now() >= expiresAt)
      throw new OAuthError("the user did not authorize the device before the code expired", {
        error: "expired_token",
      });
    try {
      return await requestToken(options, grant);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      // RFC 8628, section 3.5: `slow_down` adds five seconds; after a connection failure the interval
      // doubles.
      if (error.error === "slow_down") pause += 5000;
      else if (error.status === undefined) pause *= 2;
      else if (error.error !== "authorization_pending") throw error;
    }
  }
}

/** Asks the device authorization endpoint for codes and shows the user theirs. Times are in milliseconds. */
async function requestDeviceCode(options: DeviceAuthorizationOptions): Promise<{
  readonly deviceCode: string;
  readonly interval: number;
  readonly expiresAt: number;
}> {
  const { deviceAuthorizationUrl: url, onUserCode } = options;
  const place = placeOf("device authorization", url);
  const start = Date.now();
  const answer = await postForm(options, url, place, scopeOf(options));
  const { body } = answer;
  const deviceCode = textOf(body, "device_code");
  const userCode = textOf(body, "user_code");
  const verificationUri = textOf(body, "verification_uri");
  if (!answer.isOk || !deviceCode || !userCode || !verificationUri)
    throw refusal(place, answer, "no device code");
  const complete = textOf(body, "verification_uri_complete");
  const expiresAt = start + secondsOf(body?.["expires_in"], 1800);
  await onUserCode({
    userCode,
    verificationUri,
    ...(complete !== undefined && { verificationUriComplete: complete }),
    expiresAt,
  });
  return { deviceCode, interval: secondsOf(body?.["interval"], 5), expiresAt };
}

const scopeOf = ({ scopes }: TokenOptions): { readonly [name: string]: string } =>
  scopes === undefined || scopes.length === 0 ? {} : { scope: scopes.join(" ") };

/** Converts the seconds of an answer to milliseconds. */
function secondsOf(value: unknown, otherwise: number): number {
  const seconds = Number(value);
  return (value !== undefined && seconds > 0 ? seconds : otherwise) * 1000;
}

/** Waits for a time in milliseconds, or until the signal aborts. */
async function passed(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (() => void) | undefined;
  try {
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
      giveUp = resolve;
      signal?.addEventListener("abort", resolve as () => void, { once: true });
    });
  } finally {
    clearTimeout(timer);
    if (giveUp !== undefined) signal?.removeEventListener("abort", giveUp);
  }
  signal?.throwIfAborted();
}
