import { checkNumbers, timerRange } from "../number-options.ts";
import type { OAuthTokens, TokenOptions } from "./token-request.ts";
import type { CredentialRequest } from "./types.ts";

/** A credential for the `auth` of a client: a function that returns a token. */
export type TokenCredential = (request: CredentialRequest) => Promise<string>;

interface Kept {
  readonly accessToken: string;
  /** When it is renewed, in milliseconds since the epoch. */
  readonly until?: number;
}

/**
 * Creates a credential that keeps its token until shortly before it expires. Concurrent calls share one
 * request for a token.
 *
 * @param first the initial token.
 * @param request asks for a new one.
 */
export function credentialOf(
  options: TokenOptions,
  first: Kept | undefined,
  request: () => Promise<OAuthTokens>,
): TokenCredential {
  checkNumbers(options, { leeway: [0], timeout: timerRange });
  const { leeway = 60_000 } = options;
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
