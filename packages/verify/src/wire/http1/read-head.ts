import type { HeaderField } from "../wire-request.ts";
import { quoted, type MessageFault } from "./message-fault.ts";

/** The status line and the header fields of an answer. */
export interface MessageHead {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly faults: readonly MessageFault[];
}

/** The characters of a field name (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The control characters that a field value must not contain (RFC 9110, section 5.5). A tab is white space. */
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** Fields that have one value, of which clients take the first, the last or none (RFC 9110, section 5.3). */
const single = ["content-type", "etag", "last-modified", "location", "date", "retry-after"];

/**
 * Reads the lines before the body (RFC 9112, sections 4 and 5). Malformed lines are reported, and read as most
 * clients read them.
 *
 * @param text the lines with their ends, one character for each byte
 * @throws {Error} when the first line is not a status line
 */
export function readHead(text: string): MessageHead {
  const faults: MessageFault[] = [];
  const add = (message: string): void =>
    void (faults.length === 0 && faults.push({ about: "header lines", message }));
  const lines = text.split("\n");
  if (lines.some((line, index) => index < lines.length - 1 && !line.endsWith("\r")))
    add("ends header lines with LF alone instead of CR LF (RFC 9112, section 2.2)");
  const [first = "", ...rest] = lines.map((line) => line.replace(/\r$/, ""));
  const [, code] = /^HTTP\/1\.\d (\d{3})(?: |$)/.exec(first) ?? [];
  if (code === undefined)
    throw new Error(`its first line is ${quoted(first)}, which is not a status line of HTTP/1.1`);
  const headers: HeaderField[] = [];
  for (const line of rest) if (line !== "") readLine(line, headers, add);
  for (const name of single) {
    const values = new Set(headers.filter(([own]) => own.toLowerCase() === name).map(([, v]) => v));
    if (values.size > 1)
      add(`sends the header ${name} ${values.size} times, with different values`);
  }
  return { status: Number(code), headers, faults };
}

function readLine(line: string, headers: HeaderField[], add: (message: string) => void): void {
  const last = headers.at(-1);
  if (/^[ \t]/.test(line) && last !== undefined) {
    add(`continues the header ${last[0]} on a second line, which HTTP/1.1 has withdrawn`);
    headers[headers.length - 1] = [last[0], `${last[1]} ${line.trim()}`];
    return;
  }
  const colon = line.indexOf(":");
  if (colon < 1) {
    add(`sends the header line ${quoted(line)}, which has no name with a colon`);
    return;
  }
  const written = line.slice(0, colon);
  const name = written.trim();
  const value = line.slice(colon + 1).replaceAll(/^[ \t]+|[ \t]+$/g, "");
  if (name !== written) add(`sends the header ${quoted(name)} with white space before its colon`);
  else if (!token.test(name)) add(`sends a header named ${quoted(name)}, which is not a name`);
  const [sign] = controls.exec(value) ?? [];
  if (sign !== undefined) {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    add(`sends the header ${name} with the control character U+${code}: ${quoted(value)}`);
  }
  headers.push([name, value]);
}
