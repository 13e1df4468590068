import { iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { parseParameterized } from "./header-parameters.ts";
import { malformed, MultipartError, tooLarge, unended } from "./multipart-error.ts";
import { PartContent } from "./part-content.ts";
import { parsePartHead } from "./part-head.ts";
import type { PartHead } from "./part-head.ts";
import { Window } from "./window.ts";

/** What a multipart body may have at most. */
export interface MultipartLimits {
  /** Left out: 1000. */
  readonly maxParts?: number;
  /** Bytes of the headers of one part. Left out: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Bytes of the content of a part of that name. Left out: any number. */
  readonly maxPartBytes?: (name: string) => number;
  /** Bytes of the whole body. Left out: any number. */
  readonly maxBytes?: number;
}

/** One part of a multipart body. */
export interface MultipartPart extends PartHead {
  /** The content as it arrives, once; what is not read before the next part is asked for is skipped. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

const lineEnd = Uint8Array.of(13, 10);
const headEnd = Uint8Array.of(13, 10, 13, 10);
const hyphen = 45;

/**
 * Reads a `multipart/form-data` body part by part (RFC 7578; RFC 2046, section 5.1.1), and holds no
 * more of it than one piece of the source and the headers of one part. What stands before the first
 * boundary and behind the last is ignored. Leaving the iteration early leaves the source.
 *
 * @param contentType of the body, which names the boundary
 * @throws {MultipartError} when the body is none, or passes a limit; what the source throws.
 */
export async function* parseMultipart(
  source: ByteSource,
  contentType: string,
  limits: MultipartLimits = {},
): AsyncGenerator<MultipartPart, void, undefined> {
  const chunks = iterateBytes(source);
  try {
    const reader = new PartReader(chunks, boundaryOf(contentType), limits);
    while (await reader.findPart()) yield await reader.readPart();
    await reader.skipRest();
  } finally {
    await chunks.return?.();
  }
}

/** @throws {MultipartError} when there is none that RFC 2046 allows. */
function boundaryOf(contentType: string): string {
  const boundary = parseParameterized(contentType)?.parameters.get("boundary") ?? "";
  if (/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
  throw malformed("must have a boundary of 1 to 70 characters in its Content-Type");
}

/** A body that is read from one boundary to the next. */
class PartReader {
  readonly #window: Window;
  readonly #delimiter: Uint8Array;
  readonly #limits: MultipartLimits;
  #arrived = 0;
  #parts = 0;
  #content: PartContent | undefined;

  constructor(source: AsyncIterator<Uint8Array>, boundary: string, limits: MultipartLimits) {
    // The first boundary may stand at the very beginning: it is given the line end that it lacks.
    this.#window = new Window(source, lineEnd, (length) => this.#count(length));
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
    this.#limits = limits;
  }

  #count(length: number): void {
    const { maxBytes = Number.POSITIVE_INFINITY } = this.#limits;
    this.#arrived += length;
    if (this.#arrived > maxBytes)
      throw tooLarge(`must have at most ${maxBytes} bytes in all`, this.#content?.name);
  }

  /** Goes behind the next boundary. @returns `false` when that was the last */
  async findPart(): Promise<boolean> {
    await (this.#content ? this.#content.skip() : this.#findFirst());
    this.#content = undefined;
    await this.#need(2);
    const window = this.#window;
    if (window.at(0) === hyphen && window.at(1) === hyphen) return false;
    // RFC 2046, section 5.1.1, "transport-padding".
    while (window.at(0) === 32 || window.at(0) === 9) {
      window.take(1);
      await this.#need(2);
    }
    if (window.locate(lineEnd) !== 0) throw malformed("must have boundaries that end their lines");
    return true;
  }

  async #findFirst(): Promise<void> {
    const window = this.#window;
    for (;;) {
      window.take(window.locate(this.#delimiter));
      if (window.length >= this.#delimiter.length) break;
      if (await window.fill()) continue;
      if (this.#arrived === 0) throw new MultipartError("empty", "must have a body");
      throw malformed("must have the boundary that its Content-Type names");
    }
    window.take(this.#delimiter.length);
  }

  async #need(length: number): Promise<void> {
    while (this.#window.length < length) {
      if (!(await this.#window.fill())) throw unended();
    }
  }

  /** Reads the headers of the part that has been found. */
  async readPart(): Promise<MultipartPart> {
    const { maxParts = 1000, maxPartBytes } = this.#limits;
    this.#parts += 1;
    if (this.#parts > maxParts) throw tooLarge(`must have at most ${maxParts} parts`);
    const head = parsePartHead(await this.#readHead());
    const limit = maxPartBytes?.(head.name) ?? Number.POSITIVE_INFINITY;
    const chunks = new PartContent(this.#window, this.#delimiter, head.name, limit);
    this.#content = chunks;
    return { ...head, chunks };
  }

  /** The lines between the boundary's line end, which is not read yet, and an empty line. */
  async #readHead(): Promise<Uint8Array> {
    const window = this.#window;
    const { maxHeaderBytes = 16 * 1024 } = this.#limits;
    let end = 0;
    for (;;) {
      end = window.locate(headEnd, end);
      if (end - lineEnd.length > maxHeaderBytes)
        throw tooLarge(`must have parts with at most ${maxHeaderBytes} bytes of headers`);
      if (window.length >= end + headEnd.length) break;
      if (!(await window.fill())) throw unended();
    }
    if (window.locate(this.#delimiter) < end) throw malformed("must have parts with an empty line");
    const lines = window.take(end).subarray(lineEnd.length);
    window.take(lineEnd.length);
    return lines;
  }

  /** Reads what stands behind the last boundary, so that the connection can be used again. */
  async skipRest(): Promise<void> {
    do this.#window.take(this.#window.length);
    while (await this.#window.fill());
  }
}
