/** A token endpoint gave no token (RFC 6749, section 5.2). No secret is in it. */
export class OAuthError extends Error {
  override name = "OAuthError";
  /** The status of the answer; `undefined` where there was none. */
  readonly status: number | undefined;
  /** The code, such as `invalid_client`; `undefined` where the answer has none. */
  readonly error: string | undefined;
  readonly errorDescription: string | undefined;
  readonly errorUri: string | undefined;

  constructor(message: string, details: OAuthErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    const { status, error, errorDescription, errorUri } = details;
    this.status = status;
    this.error = error;
    this.errorDescription = errorDescription;
    this.errorUri = errorUri;
  }
}

/** What an answer of a token endpoint says. */
export interface OAuthErrorDetails {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  readonly errorUri?: string | undefined;
}
