import { getMember, setMember } from "../members.ts";
import { parseParameterized } from "./header-parameters.ts";
import { malformed } from "./multipart-error.ts";

/** The parsed headers of a part. */
export interface PartHead {
  readonly name: string;
  /**
   * The file name from the sender, without folders and control characters. Absent if the part is not a
   * file.
   */
  readonly filename?: string;
  /** Default: `text/plain` (RFC 7578, section 4.4). */
  readonly contentType?: string;
  /** All headers by lower-case name; repeated ones are joined by commas. */
  readonly headers: { readonly [name: string]: string };
}

const linePattern = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0\r\n]*)$/;

/** Headers that must not be repeated. */
const single: ReadonlySet<string> = new Set([
  "content-disposition",
  "content-type",
  "content-transfer-encoding",
]);

/**
 * Parses the headers of a part (RFC 7578, sections 4.2 to 4.8).
 *
 * @throws {MultipartError} if they are malformed, do not name the part, or have a transfer encoding.
 */
export function parsePartHead(bytes: Uint8Array): PartHead {
  const headers = headersOf(utf8(bytes));
  const disposition = parseParameterized(header(headers, "content-disposition") ?? "");
  const name = disposition?.parameters.get("name");
  if (disposition?.value !== "form-data" || name === undefined) {
    throw malformed("must have parts with a Content-Disposition of form-data that names them");
  }
  const coding = header(headers, "content-transfer-encoding");
  if (coding !== undefined && !/^(?:7bit|8bit|binary)$/i.test(coding)) {
    throw malformed("must have no Content-Transfer-Encoding", unescapeName(name));
  }
  return partHead(unescapeName(name), headers, disposition.parameters);
}

/**
 * Parses the headers of a part that is identified by its position. All of them are optional (RFC 2046,
 * section 5.1).
 *
 * @param position starting at 0, used as the name
 * @throws {MultipartError} if they are malformed.
 */
export function parsePlacedHead(bytes: Uint8Array, position: number): PartHead {
  const headers = headersOf(utf8(bytes));
  const disposition = parseParameterized(header(headers, "content-disposition") ?? "");
  return partHead(String(position), headers, disposition?.parameters ?? new Map());
}

function partHead(
  name: string,
  headers: PartHead["headers"],
  parameters: ReadonlyMap<string, string>,
): PartHead {
  const filename = filenameOf(parameters);
  const contentType = header(headers, "content-type");
  return {
    name,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    headers,
  };
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("must have parts with headers in UTF-8");
  }
}

/** Unfolds lines: one that begins with white space continues the previous one (RFC 5322, section 2.2.3). */
function headersOf(text: string): PartHead["headers"] {
  const headers: { [name: string]: string } = {};
  if (text === "") return headers;
  for (const line of text.replaceAll(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    const [, field, value] = linePattern.exec(line) ?? [];
    if (field === undefined || value === undefined) {
      throw malformed("must have parts with headers of a name, a colon and a value");
    }
    const name = field.toLowerCase();
    const before = header(headers, name);
    if (before !== undefined && single.has(name)) {
      throw malformed(`must have parts with one ${name} each`);
    }
    setMember(headers, name, before === undefined ? value.trim() : `${before}, ${value.trim()}`);
  }
  return headers;
}

const header = (headers: PartHead["headers"], name: string): string | undefined =>
  getMember(headers, name) as string | undefined;

/** Reverts the escapes of browsers in names (WHATWG HTML, 4.10.21.8), and no others. */
const unescapeName = (name: string): string =>
  name.replaceAll(/%(?:22|0D|0A)/gi, (escape) => decodeURIComponent(escape));

function filenameOf(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = parameters.get("filename*");
  if (extended !== undefined) return withoutFolders(decodeExtended(extended));
  const plain = parameters.get("filename");
  return plain === undefined ? undefined : withoutFolders(unescapeName(plain));
}

/**
 * Returns the last part of a path of any operating system, without control characters, which do not belong
 * to a name (RFC 7578, section 4.2; RFC 6266, section 4.3). Empty for `.` and `..`.
 */
function withoutFolders(path: string): string {
  const visible = path.replace(/[\0-\x1f\x7f-\x9f]/g, "");
  const last = visible.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  return last.replace(/^[A-Za-z]:/, "").replace(/^\.{1,2}$/, "");
}

/**
 * Decodes a `filename*` with its charset (RFC 8187, section 3.2). It takes precedence over `filename` (RFC
 * 6266, section 4.3).
 */
function decodeExtended(text: string): string {
  const [, charset = "", value = ""] = /^([^']*)'[^']*'(.*)$/.exec(text) ?? [];
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(value);
    if (/^iso-8859-1$/i.test(charset)) {
      return value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    }
  } catch {
    // The error is thrown below.
  }
  throw malformed("must have parts with a filename* in UTF-8 or ISO-8859-1");
}
