import { responseKey } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { WireResponse } from "../../wire/wire-request.ts";
import { readSetCookie, type SetCookie } from "./set-cookie.ts";

/** The attributes that protect a cookie, as they are written. */
const protecting = ["HttpOnly", "Secure", "SameSite"];

/**
 * Compares cookies with the described ones. HTTP demands no attribute (RFC 6265), so that only the example of the
 * header `Set-Cookie` promises one. `Secure` is left out by servers that are tested without TLS.
 *
 * @param isSecure true if the server is called by https
 */
export function describedCookieFaults(
  { model, mock }: VerifiedOperation,
  { status, headers }: WireResponse,
  isSecure: boolean,
): string[] {
  const key = responseKey(mock.operation.responses, status);
  const described = model.responses
    .find((one) => one.status === key)
    ?.headers.find(({ name }) => name.toLowerCase() === "set-cookie");
  const promised =
    typeof described?.example === "string" ? readSetCookie(described.example) : undefined;
  if (promised === undefined) return [];
  return headers.flatMap(([field, text]) => {
    const cookie = field.toLowerCase() === "set-cookie" ? readSetCookie(text) : undefined;
    if (cookie?.name !== promised.name || isRemoved(cookie)) return [];
    const lost = protecting.filter((name) => {
      const own = name.toLowerCase();
      const isPromised = promised.attributes.has(own) && (name !== "Secure" || isSecure);
      return isPromised && !cookie.attributes.has(own);
    });
    return lost.length === 0
      ? []
      : [`sets the cookie ${cookie.name} without ${lost.join(", ")}, which its example has`];
  });
}

/** True if a cookie is removed, and therefore needs no protection. */
function isRemoved({ attributes }: SetCookie): boolean {
  const expires = Date.parse(attributes.get("expires") ?? "");
  return Number(attributes.get("max-age") ?? 1) <= 0 || expires < Date.now();
}
