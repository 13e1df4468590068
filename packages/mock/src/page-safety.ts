import type { HttpResponse } from "@openapi-packages/runtime/server";

/**
 * The content security policy of all answers of a mock: a browser that shows one as a page gives it an origin
 * of its own, and runs no script, loads nothing and allows no frame (Content Security Policy Level 3, section
 * 6.3.2 "sandbox").
 */
export const sandboxPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * Headers that keep browsers from treating an answer as more than data: clients can store anything in a mock,
 * and a page among it would run in the origin of the mock and its console. `Cross-Origin-Opener-Policy` is not
 * included, because a browser shows nothing if it is combined with a sandbox (WHATWG HTML, 7.4.2.3
 * "navigation").
 */
export const pageSafetyHeaders: { readonly [name: string]: string } = {
  "x-content-type-options": "nosniff",
  "content-security-policy": sandboxPolicy,
  "referrer-policy": "no-referrer",
};

/**
 * Adds {@link pageSafetyHeaders} to a response. A policy of its own is kept too, because browsers enforce all
 * of them (Content Security Policy Level 3, section 8.1), and so is its own `Referrer-Policy`.
 */
export function withPageSafety(response: HttpResponse): HttpResponse {
  const { headers } = response;
  const own = headers["content-security-policy"] ?? [];
  const policies = typeof own === "string" ? [own] : own;
  headers["x-content-type-options"] = "nosniff";
  headers["content-security-policy"] =
    policies.length === 0 ? sandboxPolicy : [...policies, sandboxPolicy];
  headers["referrer-policy"] ??= "no-referrer";
  return response;
}
