import type { HeaderField } from "../wire-request.ts";
import type { BodyReader } from "./body-reader.ts";
import { framingOf } from "./framing.ts";
import { bytesText, quoted, type MessageFault } from "./message-fault.ts";
import { readHead } from "./read-head.ts";

/** The most bytes before the body. */
const mostOfHead = 256 * 1024;

/** An answer as its bytes say it. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
  /** Bytes after the end of the message. */
  readonly surplus: Uint8Array;
  readonly faults: readonly MessageFault[];
}

/**
 * Reads one answer of HTTP/1.1 from the bytes of its connection (RFC 9112). Unlike `node:http`, it reads on after
 * the end of the message, and names each violation.
 */
export class ResponseReader {
  readonly #method: string;
  #status = 0;
  #headers: readonly HeaderField[] = [];
  #headText = "";
  #body: BodyReader | undefined;
  #faults: readonly MessageFault[] = [];
  readonly #surplus: Uint8Array[] = [];
  #size = 0;

  /** @param method that of the request */
  constructor(method: string) {
    this.#method = method;
  }

  /** True after the last header line. */
  get hasHead(): boolean {
    return this.#body !== undefined;
  }

  /** True after the last byte of the message. */
  get isComplete(): boolean {
    return this.#body?.isComplete === true;
  }

  /** The number of bytes after the header lines. */
  get size(): number {
    return this.#size;
  }

  /** @throws {Error} when the bytes are no answer of HTTP/1.1 */
  push(bytes: Uint8Array): void {
    const rest = this.#body === undefined ? this.#readHead(bytes) : bytes;
    if (this.#body === undefined) return;
    this.#size += rest.length;
    const surplus = this.#body.push(rest);
    if (surplus.length > 0) this.#surplus.push(surplus);
  }

  /**
   * Returns what was read. A fault is an end before the end of the message, or bytes after it.
   *
   * @param isEnded true if the server has ended the connection, or should have sent more by now
   * @throws {Error} when there is no whole head
   */
  result(isEnded: boolean): ReadResponse {
    if (this.#body === undefined) throw new Error(this.#withoutHead());
    const { isComplete } = this.#body;
    const surplus = Buffer.concat(this.#surplus);
    const fault = isComplete || isEnded ? this.#body.fault() : undefined;
    const after = surplus.length > 0 ? this.#body.surplus(surplus.length) : undefined;
    const faults = after?.about === "body without permission" ? this.#headFaults() : this.#faults;
    return {
      status: this.#status,
      headers: this.#headers,
      body: new Uint8Array(Buffer.concat(this.#body.parts)),
      surplus: new Uint8Array(surplus),
      faults: [...faults, ...[fault, after].filter((one) => one !== undefined)],
    };
  }

  #headFaults(): MessageFault[] {
    return this.#faults.filter(({ about }) => about === "header lines");
  }

  #withoutHead(): string {
    if (this.#headText === "") return "the connection ends without an answer";
    return `the connection ends within the header lines, after ${bytesText(this.#headText.length)}`;
  }

  /** @returns the bytes after the header lines */
  #readHead(bytes: Uint8Array): Uint8Array {
    const before = this.#headText.length;
    this.#headText += Buffer.from(bytes.subarray(0, mostOfHead + 1)).toString("latin1");
    const text = this.#headText;
    if (!text.startsWith("HTTP/".slice(0, text.length)))
      throw new Error(`its first bytes are ${quoted(text)}, which is not HTTP/1.1`);
    const end = /\r?\n\r?\n/.exec(text);
    if (end === null) {
      if (text.length <= mostOfHead) return bytes.subarray(bytes.length);
      throw new Error(`its header lines are longer than ${mostOfHead} bytes`);
    }
    const { status, headers, faults } = readHead(text.slice(0, end.index + end[0].length));
    const rest = bytes.subarray(end.index + end[0].length - before);
    // An interim answer precedes the final one (RFC 9110, section 15.2).
    if (status < 200 && status !== 101) {
      this.#headText = "";
      return rest.length === 0 ? rest : this.#readHead(rest);
    }
    const framing = framingOf(this.#method, status, headers);
    this.#status = status;
    this.#headers = headers;
    this.#faults = [...faults, ...framing.faults];
    this.#body = framing.reader;
    return rest;
  }
}
