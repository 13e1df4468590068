import { headerOf } from "../wire/wire-request.ts";
import type { MadeCall } from "./planned-call.ts";

/**
 * Returns the name of a header that a call sends though only the call before was given it; `undefined` if there is none. A
 * value that the earlier answer has too does not count: a client may send an entity tag back.
 */
export function leftoverHeader(earlier: MadeCall, later: MadeCall): string | undefined {
  const [received] = later.requests;
  if (received === undefined) return undefined;
  const own = new Set(Object.keys(later.input.header ?? {}).map((name) => name.toLowerCase()));
  const answered = earlier.answer.response.headers.map(([, value]) => value);
  const given = Object.entries(earlier.input.header ?? {}).find(([name, value]) => {
    const isText = typeof value === "string" && value !== "" && !answered.includes(value);
    const sent = headerOf(received.request.headers, name);
    return isText && !own.has(name.toLowerCase()) && sent === value;
  });
  return given?.[0];
}
