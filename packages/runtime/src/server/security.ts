import { percentDecodeLeniently, queryDecode } from "../parameters/percent-encoding.ts";
import { setMember } from "../members.ts";
import { byDemand } from "../security.ts";
import type { JsonObject } from "../members.ts";
import type {
  ApiDescriptor,
  OperationDescriptor,
  SecurityRequirementDescriptor,
  SecuritySchemeDescriptor,
} from "../operation.ts";
import { RequestFailure } from "./failure.ts";
import { headerValue } from "./request-target.ts";
import type { RequestParts } from "./request-target.ts";
import type { SecurityCredential, ServerOptions } from "./types.ts";

const noCredential: SecurityCredential = { token: "", username: "", password: "", value: "" };

/**
 * Checks an operation's security requirements: one of the alternatives must hold, and of that all
 * schemes (OpenAPI 3.1, Security Requirement Object).
 *
 * @returns the principal: the verifier's answer, by scheme when the requirement has several.
 * @throws {RequestFailure} 401 with a challenge per scheme (RFC 9110, 11.6.1).
 */
export async function authenticate(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  verifiers: ServerOptions<never>["security"],
): Promise<unknown> {
  const requirements = byDemand(operation.security ?? []);
  if (requirements.length === 0) return undefined;
  for (const requirement of requirements) {
    const principals = await satisfy(api, operation, parts, requirement, verifiers);
    if (principals === undefined) continue;
    const schemes = Object.keys(requirement);
    return schemes.length === 1 ? principals[schemes[0] ?? ""] : principals;
  }
  const authenticateWith = challenges(api, requirements);
  const headers = authenticateWith === "" ? {} : { "www-authenticate": authenticateWith };
  throw new RequestFailure(401, [], headers);
}

async function satisfy(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  requirement: SecurityRequirementDescriptor,
  verifiers: ServerOptions<never>["security"],
): Promise<JsonObject | undefined> {
  const principals: JsonObject = {};
  for (const [name, scopes] of Object.entries(requirement)) {
    const scheme = Object.hasOwn(api.securitySchemes, name) ? api.securitySchemes[name] : undefined;
    const credential = scheme && readCredential(scheme, parts);
    if (credential === undefined) return undefined;
    const verify = verifiers && Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
    if (verify === undefined) continue;
    const principal = await verify(credential, { operation, scopes, request: parts.request });
    if (principal === undefined) return undefined;
    setMember(principals, name, principal);
  }
  return principals;
}

/** The credential that a request carries for a scheme; `undefined` when it carries none. */
function readCredential(
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
  if (scheme.in === "header") return headerValue(parts.request, scheme.name.toLowerCase());
  const pairs = scheme.in === "query" ? parts.queryPairs : parts.cookies;
  const text = pairs.find((pair) => pair.name === scheme.name)?.text;
  if (text === undefined) return undefined;
  return scheme.in === "query" ? queryDecode(text) : percentDecodeLeniently(text);
}

/** Reads `Authorization: <scheme> <credentials>` (RFC 9110, 11.6.2). */
function readAuthorization(scheme: string, parts: RequestParts): SecurityCredential | undefined {
  const header = headerValue(parts.request, "authorization") ?? "";
  const space = header.indexOf(" ");
  if (space < 0 || header.slice(0, space).toLowerCase() !== scheme) return undefined;
  const token = header.slice(space + 1).trim();
  if (token === "") return undefined;
  return scheme === "basic" ? readBasic(token) : { ...noCredential, token };
}

/** User name and password, UTF-8 in Base64 (RFC 7617, section 2). */
function readBasic(token: string): SecurityCredential | undefined {
  try {
    const bytes = Uint8Array.from(atob(token), (character) => character.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    if (colon < 0) return undefined;
    return { ...noCredential, username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

function challenges(
  api: ApiDescriptor,
  requirements: readonly SecurityRequirementDescriptor[],
): string {
  const names = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  const schemes = [...names].flatMap((name) => {
    const scheme = Object.hasOwn(api.securitySchemes, name) ? api.securitySchemes[name] : undefined;
    return scheme ? challenge(scheme) : [];
  });
  return [...new Set(schemes)].join(", ");
}

function challenge(scheme: SecuritySchemeDescriptor): string {
  if (scheme.type === "apiKey") return "ApiKey";
  if (scheme.type === "mutualTLS") return "Mutual";
  if (scheme.type !== "http" || scheme.scheme.toLowerCase() === "bearer") return "Bearer";
  const name = scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1);
  return scheme.scheme.toLowerCase() === "basic" ? 'Basic charset="UTF-8"' : name;
}
