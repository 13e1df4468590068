/** The token endpoint returned no token (RFC 6749, section 5.2). The error contains no secret. */
export class OAuthError extends Error {
  override name = "OAuthError";
  /** The status of the answer, or `undefined` if there was none. */
  readonly status: number | undefined;
  /** The error code, such as `invalid_client`, if the answer has one. */
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

/** The details of an {@link OAuthError}. */
export interface OAuthErrorDetails {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  readonly errorUri?: string | undefined;
}
