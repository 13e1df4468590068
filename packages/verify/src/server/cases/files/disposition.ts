import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { isMisread } from "./contents.ts";
import type { FileSender, Known, Sent } from "./file-sender.ts";

/** The names that a Content-Disposition gives a file. */
interface FileNames {
  /** `filename`, whose characters beyond ASCII may be the bytes of UTF-8. */
  readonly plain: string | undefined;
  /** `filename*` (RFC 8187, section 3.2); `null` if it cannot be decoded. */
  readonly extended: string | null | undefined;
}

/**
 * Compares the name in the `Content-Disposition` of a download with the one that was sent, if that of the plain file is
 * in its own (RFC 6266, section 4.3). A name in ASCII alone may be a substitute: only `filename*` has to be the name.
 */
export function judgeDisposition(
  { probe, transfer }: FileSender,
  known: Known,
  { upload, download }: Sent,
  file: File,
): void {
  if (download?.response?.status !== 200) return;
  const first = namesIn(known.download);
  if (first?.plain !== known.plain.name && first?.extended !== known.plain.name) return;
  const fault = faultOf(download, file);
  if (fault === undefined) return;
  const { pointer } = transfer.download.model;
  const message = `${fault}, for a file that was uploaded as ${JSON.stringify(file.name)}`;
  const problem = {
    check: "http-header",
    message,
    pointer,
    about: "content-disposition",
  } as const;
  probe.report(problem, transfer.download, [upload, download]);
}

function faultOf(download: Exchange, { name }: File): string | undefined {
  const value = headerOf(download.response?.headers ?? [], "content-disposition");
  if (value === undefined) return undefined;
  const names = namesIn(download);
  if (names === undefined)
    return `answers with a Content-Disposition that is no list of parameters, ${value} (RFC 6266, section 4.1)`;
  const { extended } = names;
  if (extended === null)
    return `answers with a filename* that is not percent-encoded UTF-8, in ${value} (RFC 8187, section 3.2)`;
  if (extended === undefined || !isMisread(name, extended)) return undefined;
  return `answers with the name ${JSON.stringify(extended)} in Content-Disposition`;
}

/** Returns the names in an answer; `undefined` if there is no header, or its parameters cannot be told apart. */
function namesIn({ response }: Exchange): FileNames | undefined {
  const value = headerOf(response?.headers ?? [], "content-disposition");
  const rest = value === undefined ? undefined : /^\s*[^\s;"=]+\s*(.*)$/.exec(value)?.[1];
  if (rest === undefined) return undefined;
  // A value without quotes may have spaces: browsers read it up to the next semicolon.
  const one = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";]*))\s*|;\s*/gy;
  const found = new Map<string, string>();
  let end = 0;
  for (const match of rest.matchAll(one)) {
    end = match.index + match[0].length;
    const [, name, quoted, token = ""] = match;
    if (name !== undefined)
      found.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? token.trim());
  }
  if (end < rest.length) return undefined;
  const extended = found.get("filename*");
  return {
    plain: found.get("filename"),
    extended: extended === undefined ? undefined : decodedName(extended),
  };
}

/** Returns a name by RFC 8187; `null` if it is none, and `undefined` if it is in an encoding that is not known. */
function decodedName(value: string): string | null | undefined {
  const [, charset = "", encoded] = /^([^']*)'[^']*'(.*)$/.exec(value) ?? [];
  if (encoded === undefined) return null;
  if (charset.toLowerCase() !== "utf-8") return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
