import type {
  ApiDescriptor,
  SecurityRequirementDescriptor,
  SecuritySchemeDescriptor,
} from "@openapi-packages/runtime";
import { securityOf } from "@openapi-packages/runtime/internals";
import { headerOf, type WireRequest } from "../wire/wire-request.ts";
import { writeRequest } from "../wire/write-request.ts";
import type { AnsweredCall, Break, Direction } from "./direction.ts";

/**
 * Compares the credentials that a client sends with those that the server of the other revision requires: each
 * alternative of the client's security must satisfy one of the server's, by scheme and scopes.
 */
export async function credentialBreaks(
  { client, server }: Direction,
  { operation, counterpart, request, input }: AnsweredCall,
): Promise<readonly Break[]> {
  const own = client.api.description.mock.api;
  const other = server.api.description.mock.api;
  const wanted = securityOf(other, counterpart.mock.operation);
  if (wanted.length === 0 || wanted.some((one) => Object.keys(one).length === 0)) return [];
  const given = securityOf(own, operation.mock.operation);
  const breaks: Break[] = [];
  for (const alternative of given.length === 0 ? [{}] : given) {
    const credentials = Object.fromEntries(
      Object.keys(alternative).map((scheme) => [scheme, credentialOf(own, scheme)]),
    );
    const sent =
      (await writeRequest(own, operation.mock.operation, input, { credentials })) ?? request;
    const reasons = wanted.map((one) => missingOf(other, one, sent, alternative));
    if (reasons.includes(undefined)) continue;
    const status = Object.keys(alternative).length === 0 ? 401 : 403;
    breaks.push({
      check: "incompatible-request",
      message: `the server of ${server.name} refuses what the client of ${client.name} sends with ${namesOf(alternative)}: it requires ${reasons.join(", or ")}`,
      operation,
      clientPointer: operation.model.pointer,
      serverPointer: `${counterpart.model.pointer}${counterpart.mock.operation.security === undefined ? "" : "/security"}`,
      issues: [],
      exchange: {
        operation,
        request: sent,
        response: { status, headers: [], body: new Uint8Array(), isWhole: true },
        input,
        problems: [],
      },
    });
  }
  return breaks;
}

const credentialOf = ({ securitySchemes }: ApiDescriptor, scheme: string): string => {
  const descriptor = securitySchemes[scheme];
  const isBasic = descriptor?.type === "http" && descriptor.scheme.toLowerCase() === "basic";
  return isBasic ? "user:password" : "credential";
};

const namesOf = (requirement: SecurityRequirementDescriptor): string => {
  const names = Object.keys(requirement);
  return names.length === 0 ? "no credential" : `the credential of ${names.join(" and ")}`;
};

/** Returns what a request lacks of a requirement; `undefined` if it satisfies it. */
function missingOf(
  { securitySchemes }: ApiDescriptor,
  requirement: SecurityRequirementDescriptor,
  request: WireRequest,
  given: SecurityRequirementDescriptor,
): string | undefined {
  for (const [name, scopes] of Object.entries(requirement)) {
    const scheme = securitySchemes[name];
    if (scheme !== undefined && !isSent(scheme, request)) return `the credential of ${name}`;
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    const scope = own === undefined ? undefined : scopes.find((one) => !own.includes(one));
    if (scope !== undefined) return `the scope ${scope} of ${name}`;
  }
  return undefined;
}

/** True if a request has a credential for a scheme, with any value. */
function isSent(scheme: SecuritySchemeDescriptor, { target, headers }: WireRequest): boolean {
  if (scheme.type === "mutualTLS") return true;
  if (scheme.type === "apiKey") {
    const { in: location, name } = scheme;
    if (location === "header") return headerOf(headers, name) !== undefined;
    if (location === "cookie") return (headerOf(headers, "cookie") ?? "").includes(`${name}=`);
    return new URLSearchParams(target.split("?")[1] ?? "").has(name);
  }
  const wanted = scheme.type === "http" ? scheme.scheme : "bearer";
  const authorization = headerOf(headers, "authorization") ?? "";
  return authorization.toLowerCase().startsWith(`${wanted.toLowerCase()} `);
}
