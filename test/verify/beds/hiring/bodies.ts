import type { IncomingMessage } from "node:http";
import { ApiError, invalid } from "./types.ts";

export const BODY_LIMIT = 1024 * 1024;
const DRAIN_LIMIT = 64 * BODY_LIMIT;

export const tooLarge = (message: string) => new ApiError(413, "payload_too_large", message);
const malformed = (message: string) => new ApiError(400, "malformed_request", message);

export const readBody = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    else if (size > DRAIN_LIMIT) break;
  }
  if (size > BODY_LIMIT) throw tooLarge("The body is larger than 1 MiB");
  return Buffer.concat(chunks);
};

export const decodeText = (bytes: Buffer, strict = false): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: strict }).decode(bytes);
  } catch {
    return null;
  }
};

export const parseJson = (bytes: Buffer): unknown => {
  const text = decodeText(bytes);
  if (text === null) throw malformed("The body is not UTF-8");
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not JSON");
  }
};

export type Part = { name: string; fileName: string | null; contentType: string; data: Buffer };

// Header parameters such as name="value" or name=value.
const parameters = (text: string): Map<string, string> => {
  const found = new Map<string, string>();
  let rest = text;
  for (;;) {
    const m = /^[ \t]*;[ \t]*([^=;\s"]+)[ \t]*=[ \t]*/.exec(rest);
    if (!m) return found;
    rest = rest.slice(m[0].length);
    let value = "";
    if (rest.startsWith('"')) {
      let i = 1;
      for (; i < rest.length; i++) {
        if (rest[i] === "\\" && rest[i + 1] === '"' && !/^[ \t]*(;|$)/.test(rest.slice(i + 2))) i++;
        else if (rest[i] === '"') break;
        value += rest[i];
      }
      rest = rest.slice(i + 1);
    } else {
      value = /^[^;]*/.exec(rest)![0];
      rest = rest.slice(value.length);
      value = value.trim();
    }
    if (!found.has(m[1]!.toLowerCase())) found.set(m[1]!.toLowerCase(), value);
  }
};

const readPart = (block: Buffer): Part => {
  // A part without any header begins with the empty line at once.
  const bare = block.subarray(0, 2).toString("latin1") === "\r\n";
  const end = bare ? 0 : block.indexOf("\r\n\r\n");
  if (end < 0) throw malformed("A part has no end of its headers");
  const data = block.subarray(bare ? 2 : end + 4);
  const head = decodeText(block.subarray(0, end), true);
  if (head === null) throw invalid([{ field: "file", message: "the part headers are not UTF-8" }]);
  let disposition = "";
  let contentType = "text/plain";
  for (const line of head.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (name === "content-disposition") disposition = line.slice(colon + 1).trim();
    if (name === "content-type")
      contentType = line
        .slice(colon + 1)
        .split(";")[0]!
        .trim()
        .toLowerCase();
  }
  if (!/^form-data[ \t]*(;|$)/i.test(disposition)) throw malformed("A part is not form-data");
  const params = parameters(disposition.slice("form-data".length));
  const unescape = (s: string) =>
    s.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
  const name = params.get("name");
  if (name === undefined) throw malformed("A part has no name");
  const fileName = params.get("filename");
  return {
    name: unescape(name),
    fileName: fileName === undefined ? null : unescape(fileName),
    contentType,
    data,
  };
};

export const parseMultipart = (contentType: string, body: Buffer): Part[] => {
  const boundary = parameters(contentType.slice("multipart/form-data".length)).get("boundary");
  if (!boundary) throw malformed("The boundary is missing");
  const mark = Buffer.from(`\r\n--${boundary}`);
  const bytes = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: Part[] = [];
  let start = -1;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 2)) {
    const tail = bytes.subarray(at + mark.length, at + mark.length + 200).toString("latin1");
    const closing = tail.startsWith("--");
    const line = /^[ \t]*\r\n/.exec(tail);
    if (!closing && !line) continue;
    if (start >= 0) parts.push(readPart(bytes.subarray(start, Math.max(at, start))));
    if (closing) return parts;
    start = at + mark.length + line![0].length;
  }
  throw malformed("The closing boundary is missing");
};
