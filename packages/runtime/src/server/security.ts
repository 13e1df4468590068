import { percentDecodeLeniently, queryDecode } from "../parameters/percent-encoding.ts";
import { setMember } from "../members.ts";
import { anonymousLast, securityOf } from "../security.ts";
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
import type { ScopedPrincipal, SecurityCredential, SecurityVerifier } from "./types.ts";

/** The verifiers by security scheme. */
type Verifiers = { readonly [scheme: string]: SecurityVerifier | undefined } | undefined;

class Scoped<Principal> implements ScopedPrincipal<Principal> {
  readonly principal: Principal;
  readonly scopes: readonly string[];

  constructor(principal: Principal, scopes: readonly string[]) {
    this.principal = principal;
    this.scopes = scopes;
  }
}

/** Pairs a principal with the scopes that were granted to its credential. */
export function withScopes<Principal>(
  principal: Principal,
  scopes: readonly string[],
): ScopedPrincipal<Principal> {
  return new Scoped(principal, scopes);
}

const noCredential: SecurityCredential = { token: "", username: "", password: "", value: "" };

/**
 * Checks an operation's security requirements: all schemes of one alternative must be satisfied
 * (OpenAPI 3.1, Security Requirement Object).
 *
 * @returns the principal that the verifier returned; an object by scheme if the requirement has several.
 * @throws {RequestFailure} 403 if only scopes are missing (RFC 6750, 3.1), otherwise 401 with a
 *   challenge per scheme (RFC 9110, 11.6.1).
 */
export function authenticate(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  verifiers: Verifiers,
): unknown {
  const security = securityOf(api, operation);
  const [only, ...others] = security;
  if (only === undefined) return undefined;
  const [name, another] = Object.keys(only);
  // Most operations have one scheme, and many verifiers are synchronous.
  if (others.length === 0 && name !== undefined && another === undefined)
    return authenticateByOne(api, operation, parts, name, only, verifiers);
  return authenticateByAny(api, operation, parts, anonymousLast(security), verifiers);
}

function authenticateByOne(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  name: string,
  requirement: SecurityRequirementDescriptor,
  verifiers: Verifiers,
): unknown {
  const checkVerified = (verified: unknown): unknown => {
    if (verified === undefined) throw unauthorized(api, [requirement]);
    if (!(verified instanceof Scoped)) return verified;
    if (missingScopes(requirement[name], verified).length > 0) throw insufficientScope(requirement);
    return verified.principal;
  };
  const verified = verify(api, operation, parts, name, requirement, verifiers);
  if (verified === unverified) return undefined;
  return verified instanceof Promise ? verified.then(checkVerified) : checkVerified(verified);
}

async function authenticateByAny(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  requirements: readonly SecurityRequirementDescriptor[],
  verifiers: Verifiers,
): Promise<unknown> {
  let insufficient: RequestFailure | undefined;
  for (const requirement of requirements) {
    const principals = await satisfy(api, operation, parts, requirement, verifiers);
    if (principals instanceof RequestFailure) insufficient ??= principals;
    if (principals === undefined || principals instanceof RequestFailure) continue;
    const schemes = Object.keys(requirement);
    return schemes.length === 1 ? principals[schemes[0] ?? ""] : principals;
  }
  throw insufficient ?? unauthorized(api, requirements);
}

function unauthorized(
  api: ApiDescriptor,
  requirements: readonly SecurityRequirementDescriptor[],
): RequestFailure {
  const authenticateWith = challenges(api, requirements);
  const headers = authenticateWith === "" ? {} : { "www-authenticate": authenticateWith };
  return new RequestFailure(401, [], headers);
}

async function satisfy(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  requirement: SecurityRequirementDescriptor,
  verifiers: Verifiers,
): Promise<JsonObject | RequestFailure | undefined> {
  const principals: JsonObject = {};
  let isMissing = false;
  for (const name of Object.keys(requirement)) {
    const principal = await verify(api, operation, parts, name, requirement, verifiers);
    if (principal === undefined) return undefined;
    if (principal === unverified) continue;
    if (principal instanceof Scoped) {
      isMissing ||= missingScopes(requirement[name], principal).length > 0;
      setMember(principals, name, principal.principal);
    } else setMember(principals, name, principal);
  }
  return isMissing ? insufficientScope(requirement) : principals;
}

/** The outcome for a credential of a scheme without a verifier. */
const unverified = Symbol("unverified");

/** Verifies the credential of a scheme; `undefined` if there is none or it is rejected. */
function verify(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  name: string,
  requirement: SecurityRequirementDescriptor,
  verifiers: Verifiers,
): unknown {
  const scheme = Object.hasOwn(api.securitySchemes, name) ? api.securitySchemes[name] : undefined;
  const credential = scheme && readCredential(scheme, parts);
  if (credential === undefined) return undefined;
  const verifier = verifiers && Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (verifier === undefined) return unverified;
  const scopes = requirement[name] ?? [];
  return verifier(credential, { operation, scopes, request: parts.request });
}

const missingScopes = (
  scopes: readonly string[] = [],
  principal: { readonly scopes: readonly string[] },
): string[] => scopes.filter((scope) => !principal.scopes.includes(scope));

/** The challenge names all scopes of the requirement, so that a client can request them at once. */
function insufficientScope(requirement: SecurityRequirementDescriptor): RequestFailure {
  const scope = [...new Set(Object.values(requirement).flat())].join(" ");
  const quoted = scope.replace(/["\\]/g, "\\$&");
  const value = `Bearer error="insufficient_scope", scope="${quoted}"`;
  return new RequestFailure(403, [], { "www-authenticate": value });
}

/** Reads the credential of a scheme from a request; `undefined` if it has none. */
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
