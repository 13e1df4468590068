/** Why a multipart body cannot be read: nothing came, it is none, or it passes a limit. */
export type MultipartErrorKind = "empty" | "malformed" | "too large";

/** A multipart body that is refused; its message says what the body, or its part, must be. */
export class MultipartError extends Error {
  readonly kind: MultipartErrorKind;
  /** The name of the part that it is about. Left out: it is about the whole body. */
  readonly part: string | undefined;

  constructor(kind: MultipartErrorKind, message: string, part?: string) {
    super(message);
    this.name = "MultipartError";
    this.kind = kind;
    this.part = part;
  }
}

/** The error of a body that is none. */
export const malformed = (message: string, part?: string): MultipartError =>
  new MultipartError("malformed", message, part);

/** The error of a body that passes a limit. */
export const tooLarge = (message: string, part?: string): MultipartError =>
  new MultipartError("too large", message, part);

/** The error of a body whose last boundary is missing. */
export const unended = (part?: string): MultipartError =>
  malformed("must end with its boundary and two hyphens", part);
