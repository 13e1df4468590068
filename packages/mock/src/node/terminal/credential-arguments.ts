import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import { securityOf } from "@openapi-packages/runtime/internals";
import { shellWord } from "./shell-word.ts";

/** The arguments of curl that authorize an operation, and a query without its `?`. */
export interface CredentialArguments {
  readonly headers: readonly string[];
  readonly query: string;
}

/** Credentials of the first requirement that an operation has, made up: a mock lets any in. */
export function credentialArguments(
  api: ApiDescriptor,
  operation: OperationDescriptor,
): CredentialArguments {
  const security = securityOf(api, operation);
  const headers: string[] = [];
  const query: string[] = [];
  const isFree = security.some((requirement) => Object.keys(requirement).length === 0);
  const schemes = isFree ? [] : Object.keys(security[0] ?? {});
  for (const name of schemes) {
    const scheme = api.securitySchemes[name];
    if (scheme === undefined || scheme.type === "mutualTLS") continue;
    if (scheme.type !== "apiKey") {
      const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
      headers.push(isBasic ? "-u user:password" : "-H 'authorization: Bearer example'");
    } else if (scheme.in === "query") query.push(`${encodeURIComponent(scheme.name)}=example`);
    else if (scheme.in === "cookie") headers.push(`-b ${shellWord(`${scheme.name}=example`)}`);
    else headers.push(`-H ${shellWord(`${scheme.name}: example`)}`);
  }
  return { headers, query: query.join("&") };
}
