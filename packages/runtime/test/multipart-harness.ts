import { concatenate } from "../src/byte-stream.ts";
import { parseMultipart } from "../src/multipart/parse.ts";
import type { MultipartLimits } from "../src/multipart/parse.ts";

/** A part that has been read to its end. */
export interface ReadPart {
  readonly name: string;
  readonly filename?: string;
  readonly contentType?: string;
  readonly text: string;
}

/** The Content-Type of the bodies that the tests write by hand. */
export const multipart = "multipart/form-data; boundary=edge";

/** The chunks of a body, cut into lengths that are taken in turn. */
export async function* cut(
  body: Uint8Array,
  lengths: readonly number[] = [body.length],
): AsyncGenerator<Uint8Array, void, undefined> {
  let start = 0;
  for (let turn = 0; start < body.length; turn++) {
    const end = start + Math.max(1, lengths[turn % lengths.length] ?? 1);
    yield body.subarray(start, end);
    start = end;
  }
}

/** Reads all parts; their bytes as text of single bytes where they are no UTF-8. */
export async function readAll(
  source: AsyncIterable<Uint8Array>,
  contentType = multipart,
  limits?: MultipartLimits,
): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  for await (const { chunks, headers: _, ...head } of parseMultipart(source, contentType, limits)) {
    const received: Uint8Array[] = [];
    for await (const chunk of chunks) received.push(chunk);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(concatenate(received));
    parts.push({ ...head, text });
  }
  return parts;
}

/** A body of lines, between which CR LF stands. */
export const lines = (...all: string[]): Uint8Array => new TextEncoder().encode(all.join("\r\n"));
