import { Refusal } from "./errors.ts";

export type Part = {
  name: string;
  fileName: string | undefined;
  mediaType: string;
  content: Buffer;
};

const malformed = (): Refusal => new Refusal(400, "The body is no form of multipart/form-data.");

const lineEnd = "\r\n";

/** The value of a parameter of a header; a quoted one without its quotes. */
function parameterOf(header: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, "i");
  const found = pattern.exec(header);
  if (found === null) return undefined;
  return (found[1] ?? found[2] ?? "").replace(/\\"|%22/g, '"');
}

function headersOf(text: string): Map<string, string> {
  const lines = text.split(lineEnd).filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw malformed();
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed();
  }
}

/** The part between two delimiters, from the line end after the first one on. */
function partOf(section: Buffer): Part {
  const start = section.indexOf(lineEnd + lineEnd);
  if (start < 0 || !/^[ \t]*\r\n/.test(section.toString("latin1", 0, start + 2))) throw malformed();
  const headers = headersOf(textOf(section.subarray(section.indexOf(lineEnd), start)));
  const disposition = headers.get("content-disposition") ?? "";
  const name = parameterOf(disposition, "name");
  if (name === undefined || !/^form-data\s*;/i.test(disposition)) throw malformed();
  return {
    name,
    fileName: parameterOf(disposition, "filename"),
    mediaType: headers.get("content-type") ?? "text/plain",
    content: section.subarray(start + 4),
  };
}

/** The parts of a form (RFC 7578) in their order. Throws 400 where the body is none. */
export function partsOf(contentType: string, body: Buffer): Part[] {
  const boundary = parameterOf(contentType, "boundary");
  if (boundary === undefined || boundary === "") throw malformed();
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  const bytes = Buffer.concat([Buffer.from(lineEnd), body]);
  const parts: Part[] = [];
  let start = bytes.indexOf(delimiter);
  while (start >= 0) {
    const after = start + delimiter.length;
    if (bytes.toString("latin1", after, after + 2) === "--") return parts;
    const end = bytes.indexOf(delimiter, after);
    if (end < 0) break;
    parts.push(partOf(bytes.subarray(after, end)));
    start = end;
  }
  throw malformed();
}
