import { Problem } from "./problem.ts";

export type Part = { name: string; filename: string | undefined; type: string; bytes: Buffer };

const malformed = (why: string): Problem =>
  new Problem(400, "malformed-body", `The multipart body is malformed: ${why}.`);

export function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed("text is not UTF-8");
  }
}

/** As the HTML standard escapes names in multipart/form-data. */
const unescapeName = (text: string): string =>
  text.replace(/%(22|0D|0A)/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

function parsePart(bytes: Buffer): Part {
  // A part without header lines begins with the empty line.
  const start = bytes.subarray(0, 2).toString("latin1") === "\r\n" ? 0 : bytes.indexOf("\r\n\r\n");
  if (start < 0) throw malformed("a part has no end of its header");
  const content = bytes.subarray(start === 0 ? 2 : start + 4);
  let disposition = "";
  let type = "text/plain";
  for (const line of utf8(bytes.subarray(0, start)).split("\r\n")) {
    const cut = line.indexOf(":");
    const name = line.slice(0, cut).trim().toLowerCase();
    const value = line.slice(cut + 1).trim();
    if (name === "content-disposition") disposition = value;
    if (name === "content-type") type = value.split(";", 1)[0]!.trim().toLowerCase();
  }
  if (!/^form-data\s*(;|$)/i.test(disposition))
    throw malformed("a part has no Content-Disposition: form-data");
  const params = new Map<string, string>();
  for (const m of disposition.matchAll(/;\s*([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^;\s"]*))/g)) {
    params.set(m[1]!.toLowerCase(), m[2] !== undefined ? unescapeName(m[2]) : m[3]!);
  }
  const name = params.get("name");
  if (name === undefined) throw malformed("a part has no name");
  return { name, filename: params.get("filename"), type, bytes: content };
}

export function parseMultipart(body: Buffer, boundary: string | undefined): Part[] {
  if (!boundary || boundary.length > 70) throw malformed("there is no boundary");
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const all = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: Part[] = [];
  let at = all.indexOf(delimiter);
  if (at < 0) throw malformed("the boundary does not occur");
  for (;;) {
    const after = at + delimiter.length;
    if (all.subarray(after, after + 2).toString("latin1") === "--") return parts;
    let begin = after;
    while (all[begin] === 32 || all[begin] === 9) begin++;
    if (all[begin] !== 13 || all[begin + 1] !== 10) throw malformed("a boundary line is not ended");
    const next = all.indexOf(delimiter, begin);
    if (next < 0) throw malformed("the closing boundary is missing");
    parts.push(parsePart(all.subarray(begin + 2, Math.max(begin + 2, next))));
    at = next;
  }
}
