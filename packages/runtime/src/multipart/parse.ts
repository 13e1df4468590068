import { iterateBytes } from "../byte-stream.ts";
import type { ByteSource } from "../byte-stream.ts";
import { parseParameterized } from "./header-parameters.ts";
import { malformed, MultipartError, tooLarge, unterminated } from "./multipart-error.ts";
import { PartContent } from "./part-content.ts";
import { parsePartHead } from "./part-head.ts";
import type { PartHead } from "./part-head.ts";
import { InputBuffer } from "./input-buffer.ts";

/** The limits for a multipart body. */
export interface MultipartLimits {
  /** The maximum number of parts. Default: 1000. */
  readonly maxParts?: number;
  /** The maximum size of the headers of one part in bytes. Default: 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Returns the maximum size of a part in bytes, by its name or position. Default: no limit. */
  readonly maxPartBytes?: (name: string) => number;
  /** The maximum size of the body in bytes. Default: no limit. */
  readonly maxBytes?: number;
}

/** One part of a multipart body. */
export interface MultipartPart extends PartHead {
  /**
   * The content as it arrives. It can be read once; unread content is skipped when the next part is
   * requested.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Parses the headers of the part at a position, starting at 0. */
type ParseHead = (bytes: Uint8Array, position: number) => PartHead;

const lineEnd = Uint8Array.of(13, 10);
const headEnd = Uint8Array.of(13, 10, 13, 10);
const hyphen = 45;

/**
 * Parses a multipart body part by part (RFC 7578; RFC 2046, section 5.1.1). It buffers at most one chunk of
 * the source and the headers of one part. Preamble and epilogue are ignored. Ending the iteration early
 * cancels the source.
 *
 * @param contentType the Content-Type of the body, with the boundary
 * @param parseHead parses the headers of a part. Default: those of `multipart/form-data`
 * @throws {MultipartError} if the body is malformed or exceeds a limit. Errors of the source pass through.
 */
export async function* parseMultipart(
  source: ByteSource,
  contentType: string,
  limits: MultipartLimits = {},
  parseHead: ParseHead = parsePartHead,
): AsyncGenerator<MultipartPart, void, undefined> {
  const chunks = iterateBytes(source);
  try {
    const reader = new PartReader(chunks, boundaryOf(contentType), limits, parseHead);
    while (await reader.findPart()) yield await reader.readPart();
    await reader.skipRest();
  } finally {
    await chunks.return?.();
  }
}

/** @throws {MultipartError} if there is no boundary, or RFC 2046 does not allow it */
function boundaryOf(contentType: string): string {
  const boundary = parseParameterized(contentType)?.parameters.get("boundary") ?? "";
  if (/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
  throw malformed("must have a boundary of 1 to 70 characters in its Content-Type");
}

/** Reads a body from boundary to boundary. */
class PartReader {
  readonly #input: InputBuffer;
  readonly #delimiter: Uint8Array;
  readonly #limits: MultipartLimits;
  readonly #parseHead: ParseHead;
  #arrived = 0;
  #parts = 0;
  #content: PartContent | undefined;

  constructor(
    source: AsyncIterator<Uint8Array>,
    boundary: string,
    limits: MultipartLimits,
    parseHead: ParseHead,
  ) {
    // A line end is prepended, because the first boundary may start the body.
    this.#input = new InputBuffer(source, lineEnd, (length) => this.#count(length));
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
    this.#limits = limits;
    this.#parseHead = parseHead;
  }

  #count(length: number): void {
    const { maxBytes = Number.POSITIVE_INFINITY } = this.#limits;
    this.#arrived += length;
    if (this.#arrived > maxBytes)
      throw tooLarge(`must have at most ${maxBytes} bytes in all`, this.#content?.name);
  }

  /**
   * Advances past the next boundary.
   *
   * @returns `false` if that was the last one
   */
  async findPart(): Promise<boolean> {
    await (this.#content ? this.#content.skip() : this.#findFirst());
    this.#content = undefined;
    await this.#need(2);
    const input = this.#input;
    if (input.at(0) === hyphen && input.at(1) === hyphen) return false;
    // RFC 2046, section 5.1.1, "transport-padding".
    while (input.at(0) === 32 || input.at(0) === 9) {
      input.take(1);
      await this.#need(2);
    }
    if (input.locate(lineEnd) !== 0) throw malformed("must have boundaries that end their lines");
    return true;
  }

  async #findFirst(): Promise<void> {
    const input = this.#input;
    for (;;) {
      input.take(input.locate(this.#delimiter));
      if (input.length >= this.#delimiter.length) break;
      if (await input.fill()) continue;
      if (this.#arrived === 0) throw new MultipartError("empty", "must have a body");
      throw malformed("must have the boundary that its Content-Type names");
    }
    input.take(this.#delimiter.length);
  }

  async #need(length: number): Promise<void> {
    while (this.#input.length < length) {
      if (!(await this.#input.fill())) throw unterminated();
    }
  }

  /** Reads the headers of the current part. */
  async readPart(): Promise<MultipartPart> {
    const { maxParts = 1000, maxPartBytes } = this.#limits;
    this.#parts += 1;
    if (this.#parts > maxParts) throw tooLarge(`must have at most ${maxParts} parts`);
    const head = this.#parseHead(await this.#readHead(), this.#parts - 1);
    const limit = maxPartBytes?.(head.name) ?? Number.POSITIVE_INFINITY;
    const chunks = new PartContent(this.#input, this.#delimiter, head.name, limit);
    this.#content = chunks;
    return { ...head, chunks };
  }

  /** Reads the lines between the boundary's line end and an empty line. */
  async #readHead(): Promise<Uint8Array> {
    const input = this.#input;
    const { maxHeaderBytes = 16 * 1024 } = this.#limits;
    let end = 0;
    for (;;) {
      end = input.locate(headEnd, end);
      if (end - lineEnd.length > maxHeaderBytes)
        throw tooLarge(`must have parts with at most ${maxHeaderBytes} bytes of headers`);
      if (input.length >= end + headEnd.length) break;
      if (!(await input.fill())) throw unterminated();
    }
    if (input.locate(this.#delimiter) < end) throw malformed("must have parts with an empty line");
    const lines = input.take(end).subarray(lineEnd.length);
    input.take(lineEnd.length);
    return lines;
  }

  /** Reads the epilogue, so that the connection can be reused. */
  async skipRest(): Promise<void> {
    do this.#input.take(this.#input.length);
    while (await this.#input.fill());
  }
}
