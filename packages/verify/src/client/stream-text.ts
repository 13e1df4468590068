import type { MediaTypeDescriptor } from "@openapi-packages/runtime";

/** Another notation of the same stream. */
export interface StreamVariant {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns other notations of a stream with the same items: those of the WHATWG's "Interpreting an event stream"
 * (HTML, 9.2.6), and the line ends of JSON lines.
 *
 * @param text the stream with LF line ends
 */
export function streamVariants(
  { stream, mediaType }: MediaTypeDescriptor,
  text: string,
): StreamVariant[] {
  if (stream === "json-lines") return lineVariants(mediaType, text);
  if (stream !== "server-sent-events") return [];
  const lines = text.replaceAll(/^data: (.*)$/gm, (line, data: string) => inLines(data) ?? line);
  const variants = [
    { name: "crlf", text: text.replaceAll("\n", "\r\n") },
    // A CR at the end of what has arrived may be half of a CRLF: something follows it.
    { name: "cr", text: `${text.replaceAll("\n", "\r")}:\r` },
    { name: "byte-order-mark", text: `\uFEFF${text}` },
    { name: "comments", text: `: a comment\n\n${text.replaceAll("\n\n", "\n: é😀\n\n:\n\n")}` },
    { name: "unknown-field", text: text.replaceAll(/^data/gm, "verify: nothing\ndata") },
    { name: "no-space", text: text.replaceAll(/^(data|event|id|retry): /gm, "$1:") },
    { name: "multi-line-data", text: lines },
    { name: "multi-line-data-crlf", text: lines.replaceAll("\n", "\r\n") },
  ];
  return variants.filter((variant) => variant.text !== text);
}

/** JSON Lines may end without a line end, and NDJSON may not. */
function lineVariants(mediaType: string, text: string): StreamVariant[] {
  const crlf = { name: "crlf", text: text.replaceAll("\n", "\r\n") };
  if (mediaType.toLowerCase().includes("ndjson")) return [crlf];
  return [crlf, { name: "no-last-line-end", text: text.replace(/\n$/, "") }];
}

/** Spreads JSON over several data lines; `undefined` if it cannot be split. */
function inLines(data: string): string | undefined {
  if (!/^[[{]/.test(data)) return undefined;
  try {
    const lines = JSON.stringify(JSON.parse(data), undefined, 1).split("\n");
    return lines.map((line) => `data: ${line}`).join("\n");
  } catch {
    return undefined;
  }
}

/** Streams of up to this many bytes are split at every byte. */
const fewBytes = 1200;

/**
 * Returns the positions at which a stream is split: all, or in a long one those at line ends and beyond ASCII.
 */
export function splits(bytes: Uint8Array): number[] {
  const all = Array.from({ length: Math.max(0, bytes.length - 1) }, (_, index) => index + 1);
  if (bytes.length <= fewBytes) return all;
  const isSignificant = (index: number): boolean => {
    const byte = bytes[index] ?? 0;
    return byte === 10 || byte === 13 || byte > 127 || byte === 0x1e;
  };
  return all.filter((at) => [at - 2, at - 1, at, at + 1].some(isSignificant));
}
