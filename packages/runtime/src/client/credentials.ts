import type {
  OperationDescriptor,
  SecurityRequirementDescriptor,
  SecuritySchemeDescriptor,
} from "../operation.ts";
import { percentEncode } from "../parameters/percent-encoding.ts";
import { byDemand } from "../security.ts";
import type { ClientCore } from "./core.ts";
import type { ClientOptions, Credential, CredentialValue } from "./types.ts";

/** What credentials add to a request. */
export interface AppliedCredentials {
  readonly headers: { [name: string]: string };
  /** Pairs `name=value`, percent-encoded. */
  readonly query: string[];
  readonly cookies: string[];
}

/**
 * Applies the first of an operation's security requirements for which all credentials are given
 * (OpenAPI 3.1, Security Requirement Object). Without one the request goes out without, and the
 * server decides.
 */
export async function applyCredentials(
  core: ClientCore,
  operation: OperationDescriptor,
): Promise<AppliedCredentials> {
  const applied: AppliedCredentials = { headers: {}, query: [], cookies: [] };
  const { auth } = core.options;
  if (auth === undefined) return applied;
  for (const requirement of byDemand(operation.security ?? [])) {
    const credentials = await credentialsFor(core, requirement, auth);
    if (credentials === undefined) continue;
    for (const [scheme, value] of credentials) apply(applied, scheme, value);
    break;
  }
  return applied;
}

async function credentialsFor(
  core: ClientCore,
  requirement: SecurityRequirementDescriptor,
  auth: NonNullable<ClientOptions["auth"]>,
): Promise<[SecuritySchemeDescriptor, CredentialValue][] | undefined> {
  const names = Object.keys(requirement);
  const credentials: [SecuritySchemeDescriptor, CredentialValue][] = [];
  for (const name of names) {
    const { securitySchemes } = core.api;
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    // A client certificate is the transport's matter.
    if (scheme?.type === "mutualTLS") continue;
    const given = isSingle(auth)
      ? names.length === 1
        ? auth
        : undefined
      : ownCredential(auth, name);
    const value = typeof given === "function" ? await given() : given;
    if (scheme === undefined || !value) return undefined;
    credentials.push([scheme, value]);
  }
  return credentials;
}

function isSingle(auth: NonNullable<ClientOptions["auth"]>): auth is Credential {
  if (typeof auth !== "object") return true;
  return typeof auth["username"] === "string" && typeof auth["password"] === "string";
}

const ownCredential = (
  auth: { readonly [scheme: string]: Credential },
  name: string,
): Credential | undefined => (Object.hasOwn(auth, name) ? auth[name] : undefined);

function apply(
  applied: AppliedCredentials,
  scheme: SecuritySchemeDescriptor,
  value: CredentialValue,
): void {
  const text = typeof value === "string" ? value : `${value.username}:${value.password}`;
  switch (scheme.type) {
    case "apiKey": {
      const pair = `${percentEncode(scheme.name)}=${percentEncode(text)}`;
      if (scheme.in === "header") applied.headers[scheme.name.toLowerCase()] = text;
      else if (scheme.in === "query") applied.query.push(pair);
      else applied.cookies.push(pair);
      break;
    }
    case "http":
      applied.headers["authorization"] = authorization(scheme.scheme, text);
      break;
    case "oauth2":
    case "openIdConnect":
      applied.headers["authorization"] = authorization("bearer", text);
      break;
    case "mutualTLS":
      break;
  }
}

/** The value of an Authorization header (RFC 6750, 2.1 and RFC 7617, section 2). */
function authorization(scheme: string, text: string): string {
  const lowerCase = scheme.toLowerCase();
  if (lowerCase === "bearer") return `Bearer ${text}`;
  if (lowerCase !== "basic") return `${scheme} ${text}`;
  // A key alone is the user name, as services that take keys by basic authentication have it.
  const pair = text.includes(":") ? text : `${text}:`;
  const bytes = Array.from(new TextEncoder().encode(pair), (byte) => String.fromCharCode(byte));
  return `Basic ${btoa(bytes.join(""))}`;
}
