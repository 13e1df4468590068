import type { CallInput } from "@openapi-packages/runtime/client";
import type { CheckName } from "../../../check/checks.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import {
  headerOf,
  withHeader,
  type HeaderField,
  type WireResponse,
} from "../../../wire/wire-request.ts";
import { isServerError } from "../../judge/refusal.ts";
import type { FileSender, Sent } from "./file-sender.ts";

/** A range that is asked for, and the bytes that it names. */
interface AskedRange {
  readonly range: string;
  /** The first byte; `undefined` if it is beyond the end. */
  readonly first: number | undefined;
  readonly last: number;
}

/**
 * Asks for parts of a file that is read whole, where 206 is described or the service says `Accept-Ranges: bytes`: an
 * answer 206 has the bytes that its `Content-Range` names, which are those that were asked for. The whole file is an
 * answer, too (RFC 9110, section 14.2), but 416 is none if the file has a byte of the range; where 416 is described,
 * and other ranges are answered by 206, it is the answer to one beyond the end. Six requests, and one where `If-Range`
 * is described.
 */
export async function verifyRanges(sender: FileSender, { input, upload }: Sent): Promise<void> {
  const { probe, transfer } = sender;
  const { download } = transfer;
  const asked = await sender.inputToRead(input, upload);
  const whole = asked && (await probe.call(download, asked));
  const bytes = whole?.response?.body;
  if (asked === undefined || whole?.response?.status !== 200 || bytes === undefined) return;
  const describes = (wanted: string): boolean =>
    download.model.responses.some(({ status }) => status === wanted);
  const accepts = headerOf(whole.response.headers, "accept-ranges")?.toLowerCase() === "bytes";
  if (!describes("206") && !accepts) return;
  let isHonoured = false;
  for (const one of rangesOf(bytes)) {
    const exchange = await askFor(sender, asked, [["range", one.range]]);
    const { response } = exchange ?? {};
    if (exchange === undefined || response === undefined) continue;
    const message =
      faultOf(one, response, bytes) ??
      (isHonoured && describes("416") ? unrefused(one, response, bytes) : undefined);
    isHonoured ||= response.status === 206;
    if (message === undefined) continue;
    const check = isServerError(response.status) ? "server-error" : "http-message";
    report(sender, check, `${message}, for ${one.range}`, [whole, exchange]);
    return;
  }
  if (isHonoured) await verifyIfRange(sender, asked, whole);
}

function rangesOf({ length }: Uint8Array): readonly AskedRange[] {
  const last = length - 1;
  return [
    { range: "bytes=2-11", first: 2, last: 11 },
    { range: `bytes=${last - 6}-`, first: last - 6, last },
    { range: "bytes=-5", first: last - 4, last },
    // A range may name more than there is (RFC 9110, section 14.1.2).
    { range: `bytes=${last - 6}-${last + 1000}`, first: last - 6, last },
    { range: `bytes=-${length + 1000}`, first: 0, last },
    { range: `bytes=${last + 1000}-`, first: undefined, last },
  ];
}

/** A range of another version of the file is not sent (RFC 9110, section 13.1.5). */
async function verifyIfRange(sender: FileSender, asked: CallInput, whole: Exchange): Promise<void> {
  const { model } = sender.transfer.download;
  const isDescribed = model.parameters.some(
    ({ in: location, name }) => location === "header" && name.toLowerCase() === "if-range",
  );
  const tag = headerOf(whole.response?.headers ?? [], "etag");
  if (!isDescribed || tag === undefined || tag.startsWith("W/")) return;
  const exchange = await askFor(sender, asked, [
    ["range", "bytes=2-11"],
    ["if-range", '"verify-another-version"'],
  ]);
  if (exchange?.response?.status !== 206) return;
  const message = `answers 206 although If-Range names another version than ${tag} (RFC 9110, section 13.1.5)`;
  report(sender, "http-message", message, [whole, exchange]);
}

async function askFor(
  { probe, transfer: { download } }: FileSender,
  asked: CallInput,
  fields: readonly HeaderField[],
): Promise<Exchange | undefined> {
  const request = await probe.write(download, asked);
  if (request === undefined) return undefined;
  const headers = fields.reduce(
    (own, [name, value]) => withHeader(own, name, value),
    withHeader(request.headers, "range", undefined),
  );
  return probe.send(download, { ...request, headers });
}

function report(
  { probe, transfer: { download } }: FileSender,
  check: CheckName,
  message: string,
  exchanges: readonly Exchange[],
): void {
  probe.report({ check, message, pointer: download.model.pointer }, download, exchanges);
}

function faultOf(
  { first, last }: AskedRange,
  { status, headers, body }: WireResponse,
  bytes: Uint8Array,
): string | undefined {
  if (isServerError(status)) return `answers ${status}`;
  if (status === 416 && first !== undefined)
    return `answers 416, and the file of ${bytes.length} bytes has them (RFC 9110, section 15.5.17)`;
  if (status !== 206) return undefined;
  const said = headerOf(headers, "content-range") ?? "";
  const wanted = first === undefined ? undefined : `bytes ${first}-${last}/${bytes.length}`;
  if (wanted === undefined) return `answers 206 to a range beyond the end of ${bytes.length} bytes`;
  if (said !== wanted && said !== wanted.replace(/\d+$/, "*"))
    return `answers 206 with Content-Range ${said || "missing"} in place of ${wanted}`;
  const part = bytes.subarray(first, last + 1);
  if (Buffer.compare(part, body) === 0) return undefined;
  return body.length === part.length
    ? `answers 206 with other bytes than those of Content-Range ${said}`
    : `answers 206 with ${body.length} bytes, and Content-Range ${said} names ${part.length}`;
}

/** Describes another answer than 416 to a range beyond the end, by a service that answers ranges. */
function unrefused(
  { first }: AskedRange,
  { status, headers }: WireResponse,
  { length }: Uint8Array,
): string | undefined {
  if (first !== undefined) return undefined;
  if (status === 200)
    return `answers 200 to a range beyond the end of ${length} bytes, where 416 is described`;
  const said = headerOf(headers, "content-range");
  return status === 416 && said !== undefined && said !== `bytes */${length}`
    ? `answers 416 with Content-Range ${said} in place of bytes */${length}`
    : undefined;
}
