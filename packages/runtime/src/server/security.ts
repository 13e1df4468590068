import { setMember } from "../members.ts";
import { anonymousLast, securityOf } from "../security.ts";
import type { JsonObject } from "../members.ts";
import type {
  ApiDescriptor,
  OperationDescriptor,
  SecurityRequirementDescriptor,
} from "../operation.ts";
import { insufficientScope, unauthorized } from "./challenges.ts";
import { readCredential } from "./credentials.ts";
import { RequestFailure } from "./failure.ts";
import { isPending } from "./pending.ts";
import type { RequestParts } from "./request-target.ts";
import { ScopedPrincipal } from "./scoped-principal.ts";
import type { SecurityVerifier } from "./types.ts";

/** The option `security` of a server. */
type Security =
  { readonly [scheme: string]: SecurityVerifier | undefined } | "unchecked" | undefined;

/** A request to an operation, with the verifiers for its credentials. */
interface Attempt {
  readonly api: ApiDescriptor;
  readonly operation: OperationDescriptor;
  readonly parts: RequestParts;
  readonly verifiers: Exclude<Security, string>;
}

/**
 * Checks an operation's security requirements: all schemes of one alternative must be satisfied (OpenAPI
 * 3.1, Security Requirement Object). A scheme that is undeclared, or has no verifier, is never satisfied.
 *
 * @returns the principal that the verifier returned; an object by scheme if the requirement has several;
 * `undefined` if the requirement is empty, or credentials are not checked.
 * @throws {RequestFailure} 403 if only scopes are missing (RFC 6750, section 3.1), otherwise 401 with a
 * challenge for each scheme (RFC 9110, section 11.6.1).
 * @throws errors of a verifier, and a `TypeError` for one that returns no scopes where some are required.
 */
export function authenticate(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  parts: RequestParts,
  verifiers: Security,
): unknown {
  if (verifiers === "unchecked") return undefined;
  const security = securityOf(api, operation);
  const only = security[0];
  if (only === undefined) return undefined;
  const attempt = { api, operation, parts, verifiers };
  const names = Object.keys(only);
  // A fast path: most operations have one scheme, and many verifiers are synchronous.
  if (security.length === 1 && names.length === 1 && names[0] !== undefined)
    return authenticateByOne(attempt, names[0], only);
  return authenticateByAny(attempt, anonymousLast(security));
}

function authenticateByOne(
  attempt: Attempt,
  name: string,
  requirement: SecurityRequirementDescriptor,
): unknown {
  const verified = verify(attempt, name, requirement);
  return verified instanceof Promise
    ? verified.then((one) => principalOf(attempt, name, requirement, one))
    : principalOf(attempt, name, requirement, verified);
}

/** @throws {RequestFailure} 401 for a refused credential, 403 for missing scopes */
function principalOf(
  attempt: Attempt,
  name: string,
  requirement: SecurityRequirementDescriptor,
  verified: unknown,
): unknown {
  const outcome = outcomeOf(attempt, name, requirement, verified);
  if (outcome === undefined) throw unauthorized(attempt.api, [requirement]);
  if (!outcome.isSufficient) throw insufficientScope(requirement);
  return outcome.principal;
}

async function authenticateByAny(
  attempt: Attempt,
  requirements: readonly SecurityRequirementDescriptor[],
): Promise<unknown> {
  let insufficient: RequestFailure | undefined;
  for (const requirement of requirements) {
    const [name, another] = Object.keys(requirement);
    if (name === undefined) return undefined;
    const principals = await satisfy(attempt, requirement);
    if (principals instanceof RequestFailure) insufficient ??= principals;
    else if (principals !== undefined) return another === undefined ? principals[name] : principals;
  }
  throw insufficient ?? unauthorized(attempt.api, requirements);
}

async function satisfy(
  attempt: Attempt,
  requirement: SecurityRequirementDescriptor,
): Promise<JsonObject | RequestFailure | undefined> {
  const principals: JsonObject = {};
  let isSufficient = true;
  for (const name of Object.keys(requirement)) {
    const verified = await verify(attempt, name, requirement);
    const outcome = outcomeOf(attempt, name, requirement, verified);
    if (outcome === undefined) return undefined;
    isSufficient &&= outcome.isSufficient;
    setMember(principals, name, outcome.principal);
  }
  return isSufficient ? principals : insufficientScope(requirement);
}

/** Calls the verifier of a scheme. Returns its result; `undefined` without a credential or a verifier. */
function verify(
  { api, operation, parts, verifiers }: Attempt,
  name: string,
  requirement: SecurityRequirementDescriptor,
): unknown {
  const scheme = Object.hasOwn(api.securitySchemes, name) ? api.securitySchemes[name] : undefined;
  const verifier = verifiers && Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (scheme === undefined || verifier === undefined) return undefined;
  const credential = readCredential(scheme, parts);
  if (credential === undefined) return undefined;
  const scopes = requirement[name] ?? [];
  return settled(verifier(credential, { operation, scopes, request: parts.request }));
}

/**
 * Awaits a result, including the principal within `withScopes`: a pending promise would pass as a
 * principal.
 */
function settled(verified: unknown): unknown {
  if (isPending(verified)) return Promise.resolve(verified).then(settled);
  if (!(verified instanceof ScopedPrincipal) || !isPending(verified.principal)) return verified;
  const { principal, scopes } = verified;
  return Promise.resolve(principal).then((found) => new ScopedPrincipal(found, scopes));
}

/** The principal of a credential, and whether it has the required scopes. */
interface VerifiedOutcome {
  readonly principal: unknown;
  readonly isSufficient: boolean;
}

/** Reads a verifier's result; `undefined` if it refuses. */
function outcomeOf(
  { operation: { operationId } }: Attempt,
  name: string,
  { [name]: scopes = [] }: SecurityRequirementDescriptor,
  verified: unknown,
): VerifiedOutcome | undefined {
  const isScoped = verified instanceof ScopedPrincipal;
  const principal: unknown = isScoped ? verified.principal : verified;
  // A failed look-up returns `null`, a comparison `false`, a count 0.
  if (!principal) return undefined;
  if (scopes.length === 0 || isScoped)
    return { principal, isSufficient: !isScoped || verified.hasAll(scopes) };
  throw new TypeError(
    `the verifier of ${name} returned a principal without scopes, and ${operationId} requires ` +
      `${scopes.join(" ")}: return withScopes(principal, scopes) with those of the credential`,
  );
}
