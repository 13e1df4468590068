import { severityOf, type DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { DiagnosticsError } from "../../diagnostics/diagnostics.ts";
import { member } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
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
  const file = await readSource(path, given, kind, reader, onFile);
  const isDescription = ["openapi", "swagger"].some(
    (name) => member(file.value, name) !== undefined,
  );
  if (kind === "description" && !isDescription) await refuseOther(file);
  return file;
}

/** @throws {DiagnosticsError} if a document is recognized as something other than a description */
async function refuseOther({ path, displayPath: shown, text, value }: SourceFile): Promise<void> {
  const { otherFormat } = await import("./other-formats.ts");
  const other = otherFormat(path, text, value);
  if (other !== undefined)
    throw notFound("not-openapi", `it is ${other.what}, not a description`, shown, other.hint);
}

async function readSource(
  path: string,
  given: string,
  kind: SourceKind,
  reader: RemoteReader,
  onFile: (path: string) => void,
): Promise<SourceFile> {
  if (isUrl(path)) return openRemote(path, kind, reader);
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(given) ?? [];
  if (scheme !== undefined)
    throw notFound(
      `${kind}-not-found`,
      `${scheme} is no scheme by which a ${kind} is read`,
      given,
      "give a path, or a URL that begins with https://",
    );
  if (given === standardInput) {
    const bytes = await buffer(process.stdin);
    return readSourceFile(path, () => bytes);
  }
  onFile(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) {
    const isFolder = found !== undefined;
    const message = isFolder ? `${given} is a folder` : `there is no file ${given}`;
    const hint = nearFile(path, given, isFolder) ?? `give the path of the ${kind}`;
    throw notFound(`${kind}-not-found`, message, given, hint);
  }
  return readSourceFile(path);
}

/** Suggests a file in a folder, or beside a name that is misspelt. */
function nearFile(path: string, given: string, isFolder: boolean): string | undefined {
  const [folder, shown] = isFolder ? [path, given] : [dirname(path), dirname(given)];
  const names = documentNames(folder);
  const near = isFolder ? undefined : nearestName(basename(given), names);
  const usual = names.find((name) => /^(?:openapi|swagger)\b/i.test(name));
  const only = isFolder && names.length === 1 ? names[0] : undefined;
  const suggested = near ?? usual ?? only;
  if (suggested === undefined) return undefined;
  const file = join(shown, suggested).replaceAll("\\", "/");
  return near === undefined ? `there is ${file}` : `did you mean ${file}?`;
}

function documentNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /\.(?:ya?ml|json)$/i.test(name));
  } catch {
    return [];
  }
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

/** The way out for parts of reasons. */
const waysOut: readonly (readonly [part: string, way: string])[] = [
  [
    "ENOTFOUND",
    "correct the name of the host, or look at the network and its proxy (NODE_USE_ENV_PROXY=1)",
  ],
  ["EAI_AGAIN", "look at the network: the name of the host cannot be looked up at the moment"],
  ["ECONNREFUSED", "start the service, or correct the host and the port"],
  ["certificate", "name the authority that signs it: NODE_EXTRA_CA_CERTS=authority.pem"],
  ["does not speak TLS", "correct the port, or use http for a service of this machine"],
];

function wayOut(reason: string): string {
  if (reason.includes("log in"))
    return "give a URL that needs no browser, with --request-header 'Authorization: Bearer ${TOKEN}' if it needs a credential";
  const shown = /a web page \(text\/html\) that shows (\S+)/.exec(reason)?.[1];
  if (shown !== undefined) return `give the description that it shows: ${shown}`;
  const [, way] = waysOut.find(([part]) => reason.includes(part)) ?? [];
  if (way !== undefined) return way;
  if (/status 40[13]$/.test(reason))
    return "give what it asks for: --request-header 'Authorization: Bearer ${TOKEN}', with TOKEN in the environment";
  const origin = /redirects to another origin, (\S+)/.exec(reason)?.[1];
  if (origin !== undefined)
    return `give the URL that it leads to, or allow that origin with --allow-ref ${origin}`;
  if (reason.includes("web page")) return "give the URL of the text itself, often called raw";
  return "correct the URL, or save the document to a file and give its path";
}
