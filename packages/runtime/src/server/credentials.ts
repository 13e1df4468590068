import { percentDecodeLeniently, queryDecode } from "../parameters/percent-encoding.ts";
import type { SecuritySchemeDescriptor } from "../operation.ts";
import type { RequestParts } from "./request-target.ts";
import type { SecurityCredential } from "./types.ts";

const noCredential: SecurityCredential = { token: "", username: "", password: "", value: "" };

/**
 * Reads the credential of a scheme from a request.
 *
 * @returns `undefined` if there is none, or more than one: a program in front of the server may have
 * checked another one.
 */
export function readCredential(
  scheme: SecuritySchemeDescriptor,
  parts: RequestParts,
): SecurityCredential | undefined {
  switch (scheme.type) {
    case "apiKey": {
      const value = readApiKey(scheme, parts);
      return value ? { ...noCredential, value } : undefined;
    }
    case "http":
      return readAuthorization(scheme.scheme.toLowerCase(), parts);
    case "oauth2":
    case "openIdConnect":
      return readAuthorization("bearer", parts);
    case "mutualTLS":
      return noCredential;
  }
}

function readApiKey(
  scheme: Extract<SecuritySchemeDescriptor, { type: "apiKey" }>,
  parts: RequestParts,
): string | undefined {
  if (scheme.in === "header") return onlyLine(parts, scheme.name.toLowerCase());
  const pairs = scheme.in === "query" ? parts.queryPairs : parts.cookies;
  const [pair, another] = pairs.filter(({ name }) => name === scheme.name);
  if (pair === undefined || another !== undefined) return undefined;
  return scheme.in === "query" ? queryDecode(pair.text) : percentDecodeLeniently(pair.text);
}

/** Returns the value of a header that was sent once. */
function onlyLine({ request }: RequestParts, name: string): string | undefined {
  const lines = request.headers[name];
  if (lines === undefined || typeof lines === "string") return lines;
  return lines.length > 1 ? undefined : lines[0];
}

/** Reads `Authorization: <scheme> <credentials>` (RFC 9110, 11.6.2). */
function readAuthorization(scheme: string, parts: RequestParts): SecurityCredential | undefined {
  const header = onlyLine(parts, "authorization") ?? "";
  const space = header.indexOf(" ");
  if (space < 0 || header.slice(0, space).toLowerCase() !== scheme) return undefined;
  const token = header.slice(space + 1).trim();
  if (token === "") return undefined;
  if (scheme === "basic") return readBasic(token);
  // A bearer token contains neither (RFC 6750, section 2.1). Two joined header values do.
  if (scheme === "bearer" && /[\s,]/.test(token)) return undefined;
  return { ...noCredential, token };
}

/** Reads a user name and password: UTF-8 in Base64 (RFC 7617, section 2). They must not both be empty. */
function readBasic(token: string): SecurityCredential | undefined {
  try {
    const bytes = Uint8Array.from(atob(token), (character) => character.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    if (colon < 0 || text === ":") return undefined;
    return { ...noCredential, username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}
