/** A violation of the syntax of HTTP/1.1 (RFC 9112) in the bytes of an answer. */
export interface MessageFault {
  /** The part of the message, so that each is reported once. */
  readonly about: "header lines" | "body length" | "chunks" | "body without permission";
  /** What is wrong, for a sentence whose subject is the operation. */
  readonly message: string;
  /** What the server does whatever is asked for, without the sizes of one answer. Default: it is no such fault. */
  readonly policy?: string;
}

/** Quotes bytes of the subject for a message: short, on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Formats a number of bytes: `1 byte`, `2 bytes`. */
export const bytesText = (count: number): string => `${count} byte${count === 1 ? "" : "s"}`;
