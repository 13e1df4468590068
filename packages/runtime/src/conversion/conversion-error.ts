import { escapePointerToken } from "../json-pointer.ts";

/** A value that cannot be converted as the description wants it. */
export class ConversionError extends Error {
  /** What the value has to be, in words: `must be a date-time`. */
  readonly reason: string;
  /** Its place in the value that was to be converted (RFC 6901). */
  readonly pointer: string;

  constructor(reason: string, pointer = "") {
    super(pointer === "" ? reason : `${pointer} ${reason}`);
    this.name = "ConversionError";
    this.reason = reason;
    this.pointer = pointer;
  }
}

/** An error of a member or an item as one of what contains it; any other error as it is. */
export function within(error: unknown, name: string | number): unknown {
  if (!(error instanceof ConversionError)) return error;
  return new ConversionError(error.reason, `/${escapePointerToken(String(name))}${error.pointer}`);
}
