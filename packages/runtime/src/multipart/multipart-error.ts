/**
 * Why a multipart body is rejected: it is empty, malformed, or exceeds a limit; or a text is invalid in its
 * charset (`encoding`) or has an unsupported one.
 */
export type MultipartErrorKind = "empty" | "malformed" | "too large" | "encoding" | "unsupported";

/** Thrown for a multipart body that is rejected; the message says what the body, or its part, must be. */
export class MultipartError extends Error {
  readonly kind: MultipartErrorKind;
  /** The name of the part with the error; absent for the whole body. */
  readonly part: string | undefined;

  constructor(kind: MultipartErrorKind, message: string, part?: string) {
    super(message);
    this.name = "MultipartError";
    this.kind = kind;
    this.part = part;
  }
}

/** Creates the error for a malformed body. */
export const malformed = (message: string, part?: string): MultipartError =>
  new MultipartError("malformed", message, part);

/** Creates the error for a body that exceeds a limit. */
export const tooLarge = (message: string, part?: string): MultipartError =>
  new MultipartError("too large", message, part);

/** Creates the error for a body without its closing boundary. */
export const unterminated = (part?: string): MultipartError =>
  malformed("must end with its boundary and two hyphens", part);
