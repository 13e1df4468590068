import type { HeaderField } from "../wire-request.ts";
import { NoBody, OpenBody, SizedBody, type BodyReader } from "./body-reader.ts";
import { ChunkedBody } from "./chunked-body.ts";
import { quoted, type MessageFault } from "./message-fault.ts";

/** How the body of an answer is delimited, and what is wrong with that. */
export interface Framing {
  readonly reader: BodyReader;
  readonly faults: readonly MessageFault[];
}

/** Decides how a body is delimited (RFC 9112, section 6.3). */
export function framingOf(
  method: string,
  status: number,
  headers: readonly HeaderField[],
): Framing {
  const valuesOf = (name: string): string[] =>
    headers
      .filter(([own]) => own.toLowerCase() === name)
      .flatMap(([, value]) => value.split(",").map((one) => one.trim()));
  const lengths = [...new Set(valuesOf("content-length"))];
  const codings = valuesOf("transfer-encoding");
  const faults = lengthFaults(status, lengths, codings);
  if (method === "HEAD" || status === 204 || status === 304)
    return { reader: new NoBody(method, status), faults };
  if (codings.at(-1)?.toLowerCase() === "chunked") return { reader: new ChunkedBody(), faults };
  const [length = ""] = lengths;
  if (codings.length === 0 && lengths.length === 1 && /^\d+$/.test(length))
    return { reader: new SizedBody(Number(length)), faults };
  return { reader: new OpenBody(), faults };
}

function lengthFaults(status: number, lengths: string[], codings: string[]): MessageFault[] {
  const about = "body length";
  const [length = ""] = lengths;
  if (codings.length > 0 && status === 204)
    return [{ about, message: "answers 204 with Transfer-Encoding, although it has no body" }];
  if (codings.length > 0 && lengths.length > 0)
    return [
      { about, message: "sends both Content-Length and Transfer-Encoding (RFC 9112, section 6.2)" },
    ];
  if (lengths.length > 1)
    return [
      { about, message: `sends ${lengths.length} values of Content-Length: ${lengths.join(", ")}` },
    ];
  if (lengths.length === 1 && !/^\d+$/.test(length))
    return [
      { about, message: `sends Content-Length ${quoted(length)}, which is not a number of bytes` },
    ];
  if (status === 204 && Number(length) > 0)
    return [
      { about, message: `answers 204 with Content-Length ${length}, although it has no body` },
    ];
  return [];
}
