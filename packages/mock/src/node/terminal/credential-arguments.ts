import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import { securityOf } from "@openapi-packages/runtime/internals";

/** The arguments of curl that authorize a call, and a query without its `?`. */
export interface CredentialArguments {
  readonly headers: readonly string[];
  readonly query: string;
}

/**
 * Returns the credentials for the first security requirement of an operation.
 *
 * @param credentials the ones that the mock accepts, by scheme
 */
export function credentialArguments(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  credentials: { readonly [scheme: string]: readonly string[] },
): CredentialArguments {
  const security = securityOf(api, operation);
  const headers: string[] = [];
  const query: string[] = [];
  const isFree = security.some((requirement) => Object.keys(requirement).length === 0);
  const schemes = isFree ? [] : Object.keys(security[0] ?? {});
  for (const name of schemes) {
    const scheme = api.securitySchemes[name];
    if (scheme === undefined || scheme.type === "mutualTLS") continue;
    const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
    const known = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
    const text = known?.[0] ?? (isBasic ? "user:password" : "example");
    const encoded = encodeURIComponent(text);
    if (isBasic) headers.push(`-u ${shellWord(text)}`);
    else if (scheme.type !== "apiKey")
      headers.push(`-H ${shellWord(`authorization: Bearer ${text}`)}`);
    else if (scheme.in === "query") query.push(`${encodeURIComponent(scheme.name)}=${encoded}`);
    else if (scheme.in === "cookie") headers.push(`-b ${shellWord(`${scheme.name}=${encoded}`)}`);
    else headers.push(`-H ${shellWord(`${scheme.name}: ${text}`)}`);
  }
  return { headers, query: query.join("&") };
}

/** Quotes a word for POSIX shells, if it needs quotation marks (XCU, 2.2.2). */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
