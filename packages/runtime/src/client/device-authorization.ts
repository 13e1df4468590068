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

/** What a user needs to let a device in (RFC 8628, section 3.2). */
export interface DeviceUserCode {
  /** What the user types in, such as `WDJB-MJHT`. */
  readonly userCode: string;
  /** The page where it is typed in. */
  readonly verificationUri: string;
  /** That page with the code in it, such as for a QR code; only where the server gives it. */
  readonly verificationUriComplete?: string;
  /** When the code ends, in milliseconds of the epoch. */
  readonly expiresAt: number;
}

/** How a client gets a user's token on a device that has no browser. */
export interface DeviceAuthorizationOptions extends TokenOptions {
  /** The device authorization endpoint. */
  readonly deviceAuthorizationUrl: string;
  /** Shows the user the code and the page. */
  readonly onUserCode: (code: DeviceUserCode) => void | Promise<void>;
  /** A refresh token to begin with, of an earlier run. Left out: the user is asked on the first call. */
  readonly refreshToken?: string;
  /** Takes each new pair of tokens, to be kept: the server may have revoked the refresh token before. */
  readonly onTokens?: (tokens: OAuthTokens) => void | Promise<void>;
  /** Ends the wait for the user. */
  readonly signal?: AbortSignal;
}

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * Gets a user's token on a device without a browser (RFC 8628): the user is shown a code to type in elsewhere, while
 * the token endpoint is asked at the server's interval. The token is renewed by its refresh token, where there is one;
 * else, and where the server has revoked it, the user is asked again.
 *
 * @throws {OAuthError} of the function, when the user refuses, the code ends, or an endpoint gives none; and the reason
 *   of `signal` when that aborts
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

/** Tokens by the refresh token; `undefined` where there is none that the server takes. */
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

/** Tokens that the user grants. */
async function asked(options: DeviceAuthorizationOptions): Promise<OAuthTokens> {
  const { deviceCode, interval, expiresAt } = await requestDeviceCode(options);
  const grant = { grant_type: grantType, device_code: deviceCode };
  for (let pause = interval; ;) {
    await passed(pause, options.signal);
    if (Date.now() >= expiresAt)
      throw new OAuthError("the user did not let the device in before the code ended", {
        error: "expired_token",
      });
    try {
      return await requestToken(options, grant);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      // RFC 8628, section 3.5: slower from then on, and slower too where no answer comes.
      if (error.error === "slow_down") pause += 5000;
      else if (error.status === undefined) pause *= 2;
      else if (error.error !== "authorization_pending") throw error;
    }
  }
}

/** What the device authorization endpoint gives, in milliseconds; the user has been shown the rest. */
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

/** Seconds of an answer, in milliseconds. */
function secondsOf(value: unknown, otherwise: number): number {
  const seconds = Number(value);
  return (value !== undefined && seconds > 0 ? seconds : otherwise) * 1000;
}

/** Waits so many milliseconds, or until the caller gives up. */
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
