import { headerOf } from "../../../wire/wire-request.ts";
import { isServerError } from "../../judge/refusal.ts";
import type { FileSender, Sent } from "./file-sender.ts";

/**
 * Asks for parts of a file that is read whole, where 206 is described or the service says `Accept-Ranges: bytes`: an
 * answer 206 has the bytes that its `Content-Range` names, which are those that were asked for. The whole file is an
 * answer, too (RFC 9110, section 14.2). Four requests.
 */
export async function verifyRanges(sender: FileSender, { input, upload }: Sent): Promise<void> {
  const { probe, transfer } = sender;
  const { download } = transfer;
  const asked = await sender.inputToRead(input, upload);
  const whole = asked && (await probe.call(download, asked));
  const bytes = whole?.response?.body;
  if (asked === undefined || whole?.response?.status !== 200 || bytes === undefined) return;
  const isDescribed = download.model.responses.some(({ status }) => status === "206");
  const accepts = headerOf(whole.response.headers, "accept-ranges")?.toLowerCase() === "bytes";
  if (!isDescribed && !accepts) return;
  const last = bytes.length - 1;
  const ranges = [
    { range: "bytes=2-11", first: 2, last: 11 },
    { range: `bytes=${last - 6}-`, first: last - 6, last },
    { range: "bytes=-5", first: last - 4, last },
    { range: `bytes=${last + 1000}-`, first: undefined, last },
  ];
  for (const one of ranges) {
    const request = await probe.write(download, asked);
    if (request === undefined) return;
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== "range");
    const exchange = await probe.send(download, {
      ...request,
      headers: [...headers, ["range", one.range]],
    });
    const { response } = exchange;
    if (response === undefined) continue;
    const message = faultOf(one, response, bytes);
    if (message === undefined) continue;
    const check = isServerError(response.status) ? "server-error" : "http-message";
    const problem = {
      check,
      message: `${message}, for ${one.range}`,
      pointer: download.model.pointer,
    } as const;
    probe.report(problem, download, [whole, exchange]);
    return;
  }
}

interface AskedRange {
  /** The first byte; `undefined` if it is beyond the end. */
  readonly first: number | undefined;
  readonly last: number;
}

function faultOf(
  { first, last }: AskedRange,
  {
    status,
    headers,
    body,
  }: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Uint8Array;
  },
  bytes: Uint8Array,
): string | undefined {
  if (isServerError(status)) return `answers ${status}`;
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
