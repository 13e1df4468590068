import { badRequest, decodeUtf8 } from "./http.ts";

export type Part = {
  name: string;
  fileName: string | undefined;
  contentType: string | undefined;
  bytes: Buffer;
};

/** The parts of a multipart/form-data body (RFC 7578). */
export function parseMultipart(body: Buffer, boundary: string): Part[] {
  const source = Buffer.concat([Buffer.from("\r\n"), body]);
  const mark = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let at = source.indexOf(mark);
  if (at < 0) throw malformed();
  for (;;) {
    let start = at + mark.length;
    if (source.subarray(start, start + 2).toString("latin1") === "--") return parts;
    while (source[start] === 0x20 || source[start] === 0x09) start++;
    if (source.subarray(start, start + 2).toString("latin1") !== "\r\n") throw malformed();
    const next = source.indexOf(mark, start);
    const blank = source.indexOf("\r\n\r\n", start);
    if (next < 0 || blank < 0 || blank > next) throw malformed();
    parts.push(
      part(
        source.subarray(start + 2, blank),
        source.subarray(blank + 4, Math.max(next, blank + 4)),
      ),
    );
    at = next;
  }
}

const malformed = (): Error => badRequest("The multipart body is malformed.");

function text(bytes: Buffer): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw malformed();
  }
}

export const partText = (p: Part): string => text(p.bytes);

function part(head: Buffer, bytes: Buffer): Part {
  const headers = new Map<string, string>();
  for (const line of text(head).split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get("content-disposition") ?? "";
  if (!/^form-data\s*(;|$)/i.test(disposition)) throw malformed();
  const name = parameter(disposition, "name");
  if (name === undefined) throw malformed();
  const extended = parameter(disposition, "filename*");
  let fileName = parameter(disposition, "filename");
  if (extended !== undefined) {
    const m = /^utf-8'[^']*'(.*)$/i.exec(extended);
    try {
      fileName = decodeURIComponent(m![1]!);
    } catch {
      throw malformed();
    }
  }
  return {
    name,
    fileName: fileName === "" ? undefined : fileName,
    contentType: headers.get("content-type") || undefined,
    bytes,
  };
}

function parameter(header: string, name: string): string | undefined {
  for (const m of header.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:\\["\\]|[^"])*)"|([^;\s]*))/g)) {
    if (m[1]!.toLowerCase() !== name) continue;
    if (m[2] === undefined) return m[3];
    return m[2]
      .replace(/\\(["\\])/g, "$1")
      .replace(/%22/g, '"')
      .replace(/%0D/gi, "\r")
      .replace(/%0A/gi, "\n");
  }
  return undefined;
}
