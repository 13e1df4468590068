import { receiptOf } from "./access.ts";
import { param, requireAccepted } from "./calls.ts";
import type { Call } from "./calls.ts";
import { etagOf, isAnswered } from "./conditional.ts";
import { ApiError, notFound } from "./errors.ts";
import { isFault } from "./faults.ts";
import type { Receipt } from "./store.ts";

type Span = { start: number; end: number };

/** RFC 8187, which leaves more characters to be encoded than encodeURIComponent does. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/gu, "_").replace(/["\\]/g, "\\$&");
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
}

function suffixOf(count: number, size: number): Span {
  return isFault("suffix-range-as-offset")
    ? { start: 0, end: Math.min(count, size - 1) }
    : { start: Math.max(size - count, 0), end: size - 1 };
}

/** Undefined if all of it is to be sent, as for several ranges and for malformed ones. */
function spanOf(header: string, size: number): Span | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header);
  if (match === null || (match[1] === "" && match[2] === "")) return undefined;
  const [first, last] = [match[1]!, match[2]!];
  if (last !== "" && first !== "" && Number(last) < Number(first)) return undefined;
  const isEmpty = first === "" ? Number(last) === 0 : Number(first) >= size;
  if (isEmpty)
    throw new ApiError(416, "range_not_satisfiable", "The file has no such bytes.", [], {
      "Content-Range": `bytes */${size}`,
    });
  if (first === "") return suffixOf(Number(last), size);
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

function askedSpan({ req }: Call, size: number, etag: string): Span | undefined {
  const header = req.get("Range");
  const condition = req.get("If-Range");
  const isCurrent = condition === undefined || condition.trim() === etag;
  return header === undefined || req.method !== "GET" || !isCurrent
    ? undefined
    : spanOf(header, size);
}

function sendReceipt(call: Call, { bytes, contentType, fileName }: Receipt, etag: string): void {
  const { res } = call;
  const span = askedSpan(call, bytes.length, etag);
  res.set({
    "Content-Type": contentType,
    "Content-Disposition": attachment(fileName),
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    ETag: etag,
  });
  if (span !== undefined)
    res.status(206).set("Content-Range", `bytes ${span.start}-${span.end}/${bytes.length}`);
  const part = span === undefined ? bytes : bytes.subarray(span.start, span.end + 1);
  res.set("Content-Length", String(part.length)).end(part);
}

export function downloadReceipt(call: Call): void {
  const receipt = receiptOf(call.user, param(call, "receiptId"));
  if (receipt === undefined && isFault("receipt-not-found-as-text")) {
    call.res.status(404).type("text/plain").send("Receipt not found");
    return;
  }
  if (receipt === undefined) throw notFound("receipt");
  requireAccepted(call, receipt.contentType);
  const etag = etagOf(receipt.bytes);
  if (!isAnswered(call, etag)) sendReceipt(call, receipt, etag);
}
