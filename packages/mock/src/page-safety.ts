import type { HttpResponse } from "@openapi-packages/runtime/server";

/**
 * The policy of all that a mock answers: shown as a page it has an origin of its own, runs no script,
 * loads nothing and is in no frame (Content Security Policy Level 3, 6.3.2 "sandbox").
 */
export const sandboxPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * The headers that keep a browser from taking an answer for more than data: clients store what they
 * like in a mock, and a page among it would run as the origin of the mock and its console.
 * `Cross-Origin-Opener-Policy` is none of them: with a sandbox a browser shows nothing at all (WHATWG
 * HTML, 7.4.2.3 "navigation").
 */
export const pageSafetyHeaders: { readonly [name: string]: string } = {
  "x-content-type-options": "nosniff",
  "content-security-policy": sandboxPolicy,
  "referrer-policy": "no-referrer",
};

/**
 * Adds {@link pageSafetyHeaders} to a response. A policy that it has already holds as well, as browsers
 * enforce all (Content Security Policy Level 3, 8.1); its own `Referrer-Policy` stays.
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
