// Reading of multipart/form-data (RFC 7578).
import { Problem, fault } from "./core.ts";

export type Part = {
  name: string;
  fileName: string | undefined;
  contentType: string | undefined;
  bytes: Buffer;
};

const malformed = (why: string) =>
  new Problem(400, "malformed_multipart", `The body is not multipart/form-data: ${why}.`);

function boundaryOf(contentType: string): string {
  const m = /;\s*boundary=(?:"((?:[^"\\]|\\.)+)"|([^\s;"]+))/i.exec(contentType);
  if (!m) throw malformed("there is no boundary");
  return m[2] ?? m[1]!.replace(/\\(.)/g, "$1");
}

const undo: Record<string, string> = { "%22": '"', "%0D": "\r", "%0A": "\n" };
const unescapeName = (raw: string) =>
  raw.replace(/%(?:22|0D|0A)/gi, (escape) => undo[escape.toUpperCase()]!);

function readHeaders(block: Buffer): Omit<Part, "bytes"> {
  let lines: string;
  try {
    lines = fault("artwork-filename-latin1")
      ? block.toString("latin1")
      : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(block);
  } catch {
    throw malformed("the headers of a part are not UTF-8");
  }
  const headers = new Map<string, string>();
  for (const line of lines.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get("content-disposition") ?? "";
  const params = new Map<string, string>();
  for (const m of disposition.matchAll(/;\s*([A-Za-z*-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/g)) {
    params.set(m[1]!.toLowerCase(), unescapeName(m[2] ?? m[3]!));
  }
  const name = params.get("name");
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === undefined)
    throw malformed("a part has no name");
  return {
    name,
    fileName: params.get("filename"),
    contentType: headers.get("content-type"),
  };
}

export function parseMultipart(contentType: string, body: Buffer): Part[] {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, "latin1");
  // The first delimiter may stand at the very start, without a line break before it.
  const all = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: Part[] = [];
  let at = all.indexOf(delimiter);
  for (;;) {
    if (at < 0) throw malformed("a boundary is missing");
    let from = at + delimiter.length;
    if (all.toString("latin1", from, from + 2) === "--") return parts;
    while (all[from] === 0x20 || all[from] === 0x09) from += 1;
    if (all.toString("latin1", from, from + 2) !== "\r\n")
      throw malformed("a boundary line goes on");
    const next = all.indexOf(delimiter, from);
    const blank = all.indexOf("\r\n\r\n", from);
    if (next < 0 || blank < 0 || blank > next) throw malformed("a part has no end");
    // A part whose content is empty ends with the line break of the next delimiter.
    const start = blank + 4;
    let end = Math.max(next, start);
    if (fault("artwork-trims-newline"))
      while (end > start && (all[end - 1] === 0x0a || all[end - 1] === 0x0d)) end -= 1;
    parts.push({
      ...readHeaders(all.subarray(from + 2, blank)),
      bytes: Buffer.from(all.subarray(start, end)),
    });
    at = next;
  }
}
