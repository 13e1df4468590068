import type { HeaderField } from "@openapi-packages/compiler/mock/serve/traffic/header-fields";
import type { MessageFault } from "./http1/message-fault.ts";

export {
  headerOf,
  type HeaderField,
} from "@openapi-packages/compiler/mock/serve/traffic/header-fields";

/** A request as it is sent, without its connection (RFC 9110, section 6). */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded, below the subject's base URL: `/pets/7?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array | undefined;
}

/** An answer as it was received. */
export interface WireResponse {
  readonly status: number;
  /** In order. Repeated fields are separate. */
  readonly headers: readonly HeaderField[];
  /** For a stream, the part that was read until it ended or reading stopped. */
  readonly body: Uint8Array;
  /** False if reading stopped before the end, as for a stream that continues. */
  readonly isWhole: boolean;
  /** The violations of HTTP/1.1 in its bytes. Default: the bytes are unknown, as of a server in this process. */
  readonly faults?: readonly MessageFault[];
  /** Bytes after the end of the message, which clients ignore or take for another answer. Default: there are none. */
  readonly surplus?: Uint8Array;
  /** The times in milliseconds from the request to the headers and to the last byte. Default: they are unknown. */
  readonly times?: { readonly head: number; readonly whole: number };
}

/** Replaces the fields of one name. `undefined` removes them. */
export function withHeader(
  headers: readonly HeaderField[],
  name: string,
  value: string | undefined,
): HeaderField[] {
  const wanted = name.toLowerCase();
  const others = headers.filter(([own]) => own.toLowerCase() !== wanted);
  return value === undefined ? others : [...others, [wanted, value]];
}
