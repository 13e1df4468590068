import { securityOf } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { ServerRunOptions } from "../../../run/options.ts";
import { withHeader, type WireRequest } from "../../../wire/wire-request.ts";
import type { Credentials } from "../../../wire/write-request.ts";

/** A request that must be refused for its credentials. */
export interface Attempt {
  /** What is wrong with them: `no credential`, `an expired credential for token`. */
  readonly what: string;
  readonly check: "ignores-credentials" | "ignores-scopes";
  readonly credentials: Credentials;
  /** Changes the request into one that no client would write. Default: it is sent as written. */
  readonly change?: (request: WireRequest) => WireRequest;
}

/** A well-formed credential that was never issued. */
const unknownSecret = "verify-no-such-credential-4f1d2c7a9b";

/**
 * Returns the requests that an operation must refuse by its security (OpenAPI 3.1, Security Requirement
 * Object): without a credential, with an unknown one for each scheme, and with an expired one and one without
 * scopes if the user provides them. There are none for anonymous operations, or with client certificates.
 */
export function attemptsOn(
  { description: { mock } }: VerifiedApi,
  { mock: { operation } }: VerifiedOperation,
  { credentials = {}, expiredCredentials = {}, weakCredentials = {} }: ServerRunOptions,
): Attempt[] {
  const requirements = securityOf(mock.api, operation);
  const schemes = mock.api.securitySchemes;
  const names = requirements.map((one) => Object.keys(one));
  const isOpen = names.length === 0 || names.some(({ length }) => length === 0);
  const isByCertificate = names.flat().some((name) => schemes[name]?.type === "mutualTLS");
  if (isOpen || isByCertificate) return [];
  const check = "ignores-credentials" as const;
  const all = [...new Set(names.flat())];
  const only = (name: string, given: string): Credentials => {
    // If several are required together, the others are valid.
    const beside = names.find((one) => one.includes(name)) ?? [];
    const right = beside.filter((one) => one !== name && credentials[one] !== undefined);
    return Object.fromEntries([
      ...right.map((one) => [one, credentials[one] ?? ""]),
      [name, given],
    ]);
  };
  const wrong = all.flatMap((name): Attempt[] => {
    const scheme = schemes[name];
    const isBasic = scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic";
    const secret = isBasic ? `nobody:${unknownSecret}` : unknownSecret;
    const what = `an unknown credential for ${name}`;
    const unknown = { what, check, credentials: only(name, secret) };
    if (scheme?.type !== "http") return [unknown];
    const change = (request: WireRequest): WireRequest => ({
      ...request,
      headers: withHeader(request.headers, "authorization", scheme.scheme),
    });
    const malformed = `a malformed credential for ${name}`;
    return [{ what: malformed, check, credentials: {}, change }, unknown];
  });
  const expired = all
    .filter((name) => expiredCredentials[name] !== undefined)
    .map((name) => ({
      what: `an expired credential for ${name}`,
      check,
      credentials: only(name, expiredCredentials[name] ?? ""),
    }));
  const weak = all
    .filter((name) => weakCredentials[name] !== undefined)
    .filter((name) => requirements.every((one) => (one[name] ?? ["other"]).length > 0))
    .map((name) => ({
      what: `a credential for ${name} without the scopes that are required`,
      check: "ignores-scopes" as const,
      credentials: only(name, weakCredentials[name] ?? ""),
    }));
  return [{ what: "no credential", check, credentials: {} }, ...wrong, ...expired, ...weak];
}
