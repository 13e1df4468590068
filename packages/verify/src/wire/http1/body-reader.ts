import { bytesText, type MessageFault } from "./message-fault.ts";

/** Reads the body of an answer as its bytes arrive. */
export interface BodyReader {
  /** True after the last byte of the body, or after bytes that make the rest unreadable. */
  readonly isComplete: boolean;
  /** Takes bytes, and returns those that are left after the end of the body. */
  push(bytes: Uint8Array): Uint8Array;
  /** Returns what is wrong with the body if nothing follows. */
  fault(): MessageFault | undefined;
  /** The parts of the body so far. */
  readonly parts: readonly Uint8Array[];
  /** Describes bytes after the end of the body. */
  surplus(count: number): MessageFault;
}

/** A body that HTTP does not allow. */
export class NoBody implements BodyReader {
  readonly isComplete = true;
  readonly parts: readonly Uint8Array[] = [];
  readonly #what: string;

  constructor(method: string, status: number) {
    this.#what = method === "HEAD" ? "HEAD" : String(status);
  }

  push(bytes: Uint8Array): Uint8Array {
    return bytes;
  }

  fault(): undefined {
    return undefined;
  }

  surplus(count: number): MessageFault {
    const section = { HEAD: "9.3.2", 304: "15.4.5" }[this.#what] ?? "15.3.5";
    const policy = `answers ${this.#what} with a body`;
    const message = `${policy} of ${bytesText(count)} (RFC 9110, section ${section})`;
    return { about: "body without permission", message, policy };
  }
}

/** A body of the length that Content-Length says. */
export class SizedBody implements BodyReader {
  readonly parts: Uint8Array[] = [];
  readonly #length: number;
  #size = 0;

  constructor(length: number) {
    this.#length = length;
  }

  get isComplete(): boolean {
    return this.#size >= this.#length;
  }

  push(bytes: Uint8Array): Uint8Array {
    const own = bytes.subarray(0, this.#length - this.#size);
    this.#size += own.length;
    if (own.length > 0) this.parts.push(own);
    return bytes.subarray(own.length);
  }

  fault(): MessageFault | undefined {
    if (this.isComplete) return undefined;
    const message = `says Content-Length ${this.#length}, and its body ends after ${bytesText(this.#size)}`;
    return { about: "body length", message };
  }

  surplus(count: number): MessageFault {
    const message = `says Content-Length ${this.#length}, and its body has ${bytesText(count)} more`;
    return { about: "body length", message };
  }
}

/** A body that ends with its connection. */
export class OpenBody implements BodyReader {
  readonly isComplete = false;
  readonly parts: Uint8Array[] = [];

  push(bytes: Uint8Array): Uint8Array {
    this.parts.push(bytes);
    return bytes.subarray(bytes.length);
  }

  fault(): undefined {
    return undefined;
  }

  surplus(count: number): MessageFault {
    return { about: "body length", message: `sends ${bytesText(count)} after its body` };
  }
}
