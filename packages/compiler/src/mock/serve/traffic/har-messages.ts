import { headerOf, type HeaderField } from "./header-fields.ts";
import type { HarEntry, HarPair, HarPostData } from "./har-types.ts";

/** A request of an entry. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query below the server's URL. */
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array | undefined;
}

/** An answer of an entry. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
  /** False for a stream, of which recorders do not say whether it had ended. */
  readonly isWhole: boolean;
}

/** A recorded body; `undefined` if it was not recorded. */
export type RecordedBody = Uint8Array | undefined;

/** The messages of an entry, and whether their bodies were recorded. */
export interface RecordedExchange {
  readonly request: RecordedRequest;
  readonly isRequestWhole: boolean;
  /** `undefined` without an answer. */
  readonly response: RecordedResponse | undefined;
  readonly isResponseWhole: boolean;
}

/** Headers of transfer, which do not apply to a body that recorders store decoded. */
const ofTransfer = /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive)$/i;

/** Converts an entry to its messages. */
export function recordedExchange(
  { request, response }: HarEntry,
  target: string,
): RecordedExchange {
  const headers = fieldsOf(request.headers);
  const type = headerOf(headers, "content-type") ?? request.postData?.mimeType;
  const body = request.postData && postedBody(request.postData, type);
  const length = Number(headerOf(fieldsOf(request.headers, true), "content-length") ?? 0);
  const isAbsent = request.postData === undefined && (length > 0 || (request.bodySize ?? 0) > 0);
  const isBodiless = body?.length === 0 && length === 0;
  const wire: RecordedRequest = {
    method: request.method.toUpperCase(),
    target,
    headers:
      body === undefined || isBodiless || headerOf(headers, "content-type") !== undefined
        ? headers
        : [...headers, ["content-type", type ?? "application/octet-stream"]],
    ...(body !== undefined && !isBodiless && { body }),
  };
  return {
    request: wire,
    isRequestWhole: !isAbsent && (request.postData === undefined || body !== undefined),
    ...answered(response, isConditional(wire)),
  };
}

/** True for a conditional request, whose answer may be combined with a stored one. */
export const isConditional = ({ headers }: RecordedRequest): boolean =>
  ["if-none-match", "if-modified-since"].some((name) => headerOf(headers, name) !== undefined);

function answered(
  response: HarEntry["response"],
  isOfCache: boolean,
): Pick<RecordedExchange, "response" | "isResponseWhole"> {
  // For aborted requests some recorders write 0 and some -1.
  if (response === undefined || response.status < 100)
    return { response: undefined, isResponseWhole: false };
  const { status, content = {} } = response;
  const own = fieldsOf(response.headers);
  const type = headerOf(own, "content-type");
  // Chrome stores the cached body with the headers of the 304.
  const isStored = isOfCache && type === undefined && content.mimeType !== undefined;
  const headers: HeaderField[] = isStored
    ? [...own, ["content-type", content.mimeType ?? ""]]
    : own;
  const isStream = /^text\/event-stream|json(?:l|lines|-seq)|ndjson/i.test(
    headerOf(headers, "content-type") ?? "",
  );
  const text = content.text ?? "";
  const body = content.encoding === "base64" ? bytesOf(text) : new TextEncoder().encode(text);
  const hasBody = (content.size ?? 0) > 0 || (response.bodySize ?? 0) > 0;
  return {
    // Recorders do not store whether a stream had ended.
    response: { status, headers, body, isWhole: !isStream },
    isResponseWhole: content.text !== undefined || !hasBody,
  };
}

/** Returns the fields without pseudo-headers of HTTP/2 and headers of transfer. */
function fieldsOf(pairs: readonly HarPair[] = [], isTransferKept = false): HeaderField[] {
  return pairs
    .filter(({ name }) => !name.startsWith(":") && (isTransferKept || !ofTransfer.test(name)))
    .map(({ name, value }) => [name, value] as const);
}

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"));

/** Returns the bytes of a request's body; `undefined` if they were not recorded. */
function postedBody(
  { text, params = [], encoding, _encoding }: HarPostData,
  type = "",
): Uint8Array | undefined {
  if (text !== undefined && text !== "")
    return (encoding ?? _encoding) === "base64" ? bytesOf(text) : new TextEncoder().encode(text);
  if (params.length === 0) return text === undefined ? undefined : new Uint8Array();
  if (/^multipart\//i.test(type)) return multipartBody(params, type);
  const pairs = params.map(
    ({ name, value = "" }) => `${escapedField(name)}=${escapedField(value)}`,
  );
  return new TextEncoder().encode(pairs.join("&"));
}

/** Encodes a field of a form. Browsers record some encoded and some not. */
const escapedField = (text: string): string =>
  /^(?:[\w.*+-]|%[\dA-F]{2})*$/i.test(text)
    ? text
    : new URLSearchParams([["", text]]).toString().slice(1);

/** Builds a multipart body; `undefined` if it contains a file, whose content is never recorded. */
function multipartBody(
  params: NonNullable<HarPostData["params"]>,
  type: string,
): Uint8Array | undefined {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  const isWhole = params.every(({ value }) => value !== undefined);
  if (boundary === undefined || !isWhole) return undefined;
  const quoted = (text: string): string => text.replaceAll('"', "%22").replaceAll(/[\r\n]/g, " ");
  const parts = params.map(({ name, value = "", fileName, contentType }) => {
    const file = fileName === undefined ? "" : `; filename="${quoted(fileName)}"`;
    const kind = contentType === undefined ? "" : `\r\nContent-Type: ${contentType}`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}${kind}\r\n\r\n${value}\r\n`;
  });
  return new TextEncoder().encode(`${parts.join("")}--${boundary}--\r\n`);
}
