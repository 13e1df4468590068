export interface Part {
  name: string;
  /** The media type without parameters, in lower case. */
  type: string;
  bytes: Buffer;
}

/** A parameter of a header: its name, and its value with or without quotes. */
const parameter = /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;
const lineEnd = Buffer.from("\r\n");

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1));
  }
  return headers;
}

function partOf(head: string, bytes: Buffer): Part | undefined {
  const headers = headersOf(head);
  const disposition = (headers.get("content-disposition") ?? "").matchAll(parameter);
  const name = [...disposition].find((found) => found[1]?.toLowerCase() === "name");
  if (name === undefined) return undefined;
  const type = (headers.get("content-type") ?? "text/plain").split(";")[0] ?? "";
  return { name: name[2] ?? name[3] ?? "", type: type.trim().toLowerCase(), bytes };
}

/** The parts of a multipart/form-data body, or undefined when it is malformed. */
export function parseMultipart(contentType: string, body: Buffer): Part[] | undefined {
  const found = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(contentType);
  if (found === null) return undefined;
  const delimiter = Buffer.from(`\r\n--${found[1] ?? found[2]}`);
  // The first delimiter may stand at the very beginning, without the line end of the others.
  const data = Buffer.concat([lineEnd, body]);
  const parts: Part[] = [];
  let at = data.indexOf(delimiter);
  while (at !== -1) {
    at += delimiter.length;
    if (data.toString("latin1", at, at + 2) === "--") return parts;
    const headStart = data.indexOf(lineEnd, at);
    if (headStart === -1 || data.toString("latin1", at, headStart).trim() !== "") return undefined;
    const headEnd = data.indexOf("\r\n\r\n", headStart);
    if (headEnd === -1) return undefined;
    at = data.indexOf(delimiter, headEnd + 4);
    if (at === -1) return undefined;
    const head = data.toString("utf8", headStart + 2, headEnd);
    const part = partOf(head, data.subarray(headEnd + 4, at));
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return undefined;
}
