import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf, type WireResponse } from "../../../wire/wire-request.ts";
import { isSuccess } from "../flows/flow.ts";

/** Fields about the content, which HEAD and GET share. Others may depend on the moment (RFC 9110, section 9.3.2). */
const compared = ["content-type", "content-language", "etag", "last-modified", "content-length"];

/**
 * Compares the answer to HEAD with that to GET. A difference counts if a second GET answers as the first did.
 *
 * @param operation the operation that a failure is about
 * @param get sends the GET again
 */
export async function compareHead(
  probe: Probe,
  operation: VerifiedOperation,
  full: Exchange,
  short: Exchange,
  get: () => Promise<Exchange>,
): Promise<void> {
  const different = differencesOf(full, short);
  if (different.length === 0) return;
  const again = await get();
  const message = differencesOf(again, short).find((one) => different.includes(one));
  if (message === undefined) return;
  const { pointer } = operation.model;
  probe.report({ check: "conditional", message, pointer }, operation, [again, short]);
}

function differencesOf(full: Exchange, short: Exchange): string[] {
  if (full.response === undefined || short.response === undefined || !isSuccess(full)) return [];
  const { status } = short.response;
  if (status !== full.response.status && status !== 204)
    return [`answers HEAD with ${status}, and GET with ${full.response.status}`];
  return compared.flatMap((name) => {
    const own = headerOf(short.response?.headers ?? [], name);
    const other = valueOfGet(full.response, name);
    if (own === undefined || other === undefined || own === other) return [];
    return [`answers HEAD with ${name} ${own}, and GET with ${other}`];
  });
}

/** Returns the value of a field; the length is that of the body where GET does not say it. */
function valueOfGet(response: WireResponse | undefined, name: string): string | undefined {
  const { headers = [], body, isWhole } = response ?? {};
  const value = headerOf(headers, name);
  const isPlain = isWhole === true && headerOf(headers, "content-encoding") === undefined;
  return value ?? (name === "content-length" && isPlain ? String(body?.length) : undefined);
}
