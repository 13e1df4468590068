import { escapePointerToken } from "../json-pointer.ts";

/** A value that cannot be converted to the type in the description. */
export class ConversionError extends Error {
  /** What the value must be: `must be a date-time`. */
  readonly reason: string;
  /** The JSON pointer to it within the converted value (RFC 6901). */
  readonly pointer: string;

  constructor(reason: string, pointer = "") {
    super(pointer === "" ? reason : `${pointer} ${reason}`);
    this.name = "ConversionError";
    this.reason = reason;
    this.pointer = pointer;
  }
}

/**
 * Prefixes the pointer of a conversion error with the name of a member or an index. Other errors are
 * returned unchanged.
 */
export function within(error: unknown, name: string | number): unknown {
  if (!(error instanceof ConversionError)) return error;
  return new ConversionError(error.reason, `/${escapePointerToken(String(name))}${error.pointer}`);
}
