import type { BodyReader } from "./body-reader.ts";
import { bytesText, quoted, type MessageFault } from "./message-fault.ts";

/** The longest line of a chunk or a trailer, in bytes. */
const longestLine = 64 * 1024;

/** A body in chunks (RFC 9112, section 7.1). After a malformed chunk, its other bytes are ignored. */
export class ChunkedBody implements BodyReader {
  readonly parts: Uint8Array[] = [];
  #state: "size" | "data" | "end of data" | "trailers" | "complete" | "broken" = "size";
  #line = "";
  #left = 0;
  #number = 0;
  #fault: MessageFault | undefined;

  get isComplete(): boolean {
    return this.#state === "complete" || this.#state === "broken";
  }

  push(bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    while (rest.length > 0 && !this.isComplete)
      rest = this.#state === "data" ? this.#takeData(rest) : this.#takeLine(rest);
    return this.#state === "broken" ? rest.subarray(rest.length) : rest;
  }

  fault(): MessageFault | undefined {
    if (this.isComplete) return this.#fault;
    const where =
      this.#state === "data" ? `within chunk ${this.#number}` : `after chunk ${this.#number}`;
    return chunkFault(`ends its body ${where}, without the last chunk, of size 0`);
  }

  surplus(count: number): MessageFault {
    return chunkFault(`sends ${bytesText(count)} after the last chunk of its body`);
  }

  #takeData(bytes: Uint8Array): Uint8Array {
    const own = bytes.subarray(0, this.#left);
    this.parts.push(own);
    this.#left -= own.length;
    if (this.#left === 0) this.#state = "end of data";
    return bytes.subarray(own.length);
  }

  #takeLine(bytes: Uint8Array): Uint8Array {
    const feed = bytes.indexOf(10);
    const end = feed < 0 ? bytes.length : feed + 1;
    this.#line += Buffer.from(bytes.subarray(0, end)).toString("latin1");
    const isLate = this.#state === "end of data" && !"\r\n".startsWith(this.#line);
    if (isLate || this.#line.length > longestLine || feed >= 0) this.#readLine(this.#line);
    return bytes.subarray(end);
  }

  #readLine(line: string): void {
    this.#line = "";
    if (this.#state === "end of data") {
      if (line !== "\r\n") return this.#break("has more bytes than its size says");
      this.#state = "size";
    } else if (this.#state === "trailers") {
      if (line === "\r\n" || line === "\n") this.#state = "complete";
    } else this.#readSize(line);
  }

  #readSize(line: string): void {
    this.#number += 1;
    const [, size] = /^([0-9a-f]+)[ \t]*(?:;.*)?\r\n$/i.exec(line) ?? [];
    if (size === undefined)
      return this.#break(`begins with ${quoted(line)} instead of its size and CR LF`);
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? "trailers" : "data";
  }

  #break(message: string): void {
    this.#state = "broken";
    this.#fault = chunkFault(`sends a malformed body: chunk ${this.#number} ${message}`);
  }
}

const chunkFault = (message: string): MessageFault => ({
  about: "chunks",
  message: `${message} (RFC 9112, section 7.1)`,
});
