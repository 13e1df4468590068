import { severityOf, type DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { DiagnosticsError } from "../../diagnostics/diagnostics.ts";
import { UsageError } from "../../diagnostics/usage-error.ts";
import type { RemoteReader } from "./remote-reader.ts";
import { parseSourceFile, readSourceFile, type SourceFile } from "./source-file.ts";
import { displayPath, isUrl, standardInput } from "./source-names.ts";

/** What a message calls a missing source. */
export type SourceKind = "description" | "overlay";

/**
 * Returns the absolute path or URL of a source that the user named. Standard input gets a path in the working
 * directory, so that its references are relative to that.
 *
 * @throws {UsageError} if a URL contains credentials, or uses http, which others can read and change on the
 * way
 */
export function sourcePath(given: string, allowedOrigins: ReadonlySet<string>): string {
  if (given === standardInput) return join(process.cwd(), "<stdin>");
  if (!isUrl(given)) return resolve(given);
  const url = URL.parse(given);
  const shown = JSON.stringify(displayPath(given).replace(/\/\/[^/?#@]*@/, "//…@"));
  if (url === null) throw new UsageError(`${shown} is not a URL`);
  if (url.username + url.password !== "")
    throw new UsageError(`${shown} has credentials in it: give them by --request-header`);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !isLoopback && !allowedOrigins.has(url.origin))
    throw new UsageError(
      `${shown} is not encrypted: use https, or allow its origin with --allow-ref ${url.origin}`,
    );
  url.hash = "";
  return url.href;
}

/**
 * Reads a description or an overlay from a file, a URL or standard input.
 *
 * @param path as {@link sourcePath} returns it
 * @param given as the user wrote it
 * @throws {DiagnosticsError} if the file does not exist or the document cannot be fetched
 */
export async function openSource(
  path: string,
  given: string,
  kind: SourceKind,
  reader: RemoteReader,
  onFile: (path: string) => void = () => {},
): Promise<SourceFile> {
  if (isUrl(path)) return openRemote(path, kind, reader);
  if (given === standardInput) {
    const bytes = await buffer(process.stdin);
    return readSourceFile(path, () => bytes);
  }
  onFile(path);
  if (!existsSync(path) || !statSync(path).isFile()) {
    const hint =
      kind === "description"
        ? "give the path of the description's root document"
        : "give the path of the overlay";
    throw notFound(`${kind}-not-found`, `${given} is not a file`, given, hint);
  }
  return readSourceFile(path);
}

async function openRemote(
  path: string,
  kind: SourceKind,
  reader: RemoteReader,
): Promise<SourceFile> {
  try {
    return parseSourceFile(path, await reader.read(new URL(path), true));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "cannot be read";
    const shown = displayPath(path);
    throw notFound(`${kind}-not-found`, `${shown} ${reason}`, shown, wayOut(reason));
  }
}

function notFound(
  code: DiagnosticCode,
  message: string,
  file: string,
  hint: string,
): DiagnosticsError {
  const location = { file, line: 1, column: 1, pointer: "" };
  return new DiagnosticsError([{ severity: severityOf(code), code, message, location, hint }]);
}

function wayOut(reason: string): string {
  if (/status 40[13]$/.test(reason))
    return "give what it asks for: --request-header 'Authorization: Bearer ${TOKEN}', with TOKEN in the environment";
  const origin = /redirects to another origin, (\S+)/.exec(reason)?.[1];
  if (origin !== undefined)
    return `give the URL that it leads to, or allow that origin with --allow-ref ${origin}`;
  if (reason.includes("web page")) return "give the URL of the text itself, often called raw";
  return "correct the URL, or save the document to a file and give its path";
}
