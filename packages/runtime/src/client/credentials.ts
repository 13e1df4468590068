import type { SecurityRequirementDescriptor, SecuritySchemeDescriptor } from "../operation.ts";
import { anonymousLast, securityOf } from "../security.ts";
import { isSingle } from "./check-auth.ts";
import type { ClientCore } from "./core.ts";
import type { ClientOperation } from "./operation.ts";
import type { SecurityWriter } from "./security-writers.ts";
import type {
  ClientOptions,
  ClientRequest,
  Credential,
  CredentialRequest,
  CredentialValue,
} from "./types.ts";

/** A credential with the security scheme that it is for. */
interface Given {
  readonly name: string;
  readonly scheme: SecuritySchemeDescriptor;
  readonly write: NonNullable<SecurityWriter>;
  readonly value: CredentialValue;
  readonly credential: Credential;
}

/** The credentials of a request. */
export type Credentials = readonly Given[];

/**
 * Finds the credentials for the first of an operation's security requirements that the client can meet
 * completely (OpenAPI 3.1, Security Requirement Object). If there is none, the request is sent without
 * credentials, and the server decides.
 */
export async function findCredentials(
  core: ClientCore,
  operation: ClientOperation,
): Promise<Credentials> {
  const { auth } = core.options;
  if (auth === undefined) return [];
  for (const requirement of anonymousLast(securityOf(core.api, operation))) {
    const credentials = await credentialsFor(core, operation, requirement, auth);
    if (credentials !== undefined) return credentials;
  }
  return [];
}

async function credentialsFor(
  { api: { securitySchemes, writers } }: ClientCore,
  { operationId }: ClientOperation,
  requirement: SecurityRequirementDescriptor,
  auth: NonNullable<ClientOptions["auth"]>,
): Promise<Credentials | undefined> {
  const names = Object.keys(requirement);
  const credentials: Given[] = [];
  for (const name of names) {
    const write = ownMember(writers, name);
    const scheme = ownMember(securitySchemes, name);
    if (write === null) continue;
    const single = names.length === 1 ? auth : undefined;
    const credential = isSingle(auth) ? (single as Credential) : ownMember(auth, name);
    const value = await valueOf(credential, { operationId, scheme: name });
    if (!write || !scheme || credential === undefined || !value) return undefined;
    credentials.push({ name, scheme, write, value, credential });
  }
  return credentials;
}

const ownMember = <Member>(
  members: { readonly [name: string]: Member },
  name: string,
): Member | undefined => (Object.hasOwn(members, name) ? members[name] : undefined);

const valueOf = async (
  credential: Credential | undefined,
  request: CredentialRequest,
): Promise<CredentialValue | undefined> =>
  typeof credential === "function" ? credential(request) : credential;

const textOf = (value: CredentialValue): string =>
  typeof value === "string" ? value : `${value.username}:${value.password}`;

/** Pending renewals, so that calls that are refused at the same time ask for a credential once. */
const renewals = new WeakMap<object, Map<string, Promise<CredentialValue | undefined>>>();

/**
 * Asks functions for fresh credentials, once for all calls that were refused with the same one.
 * `undefined`: there are none.
 *
 * @throws what such a function throws.
 */
export async function renewCredentials(
  { operationId }: ClientOperation,
  credentials: Credentials,
): Promise<Credentials | undefined> {
  let isNew = false;
  const renewed = await Promise.all(
    credentials.map(async (given) => {
      const value = (await renew(given, operationId)) || given.value;
      isNew ||= textOf(value) !== textOf(given.value);
      return { ...given, value };
    }),
  );
  return isNew ? renewed : undefined;
}

async function renew(
  { credential, name, value: refused }: Given,
  operationId: string,
): Promise<CredentialValue | undefined> {
  if (typeof credential !== "function") return undefined;
  const request = { operationId, scheme: name };
  // Another call may have renewed it since this one was sent.
  const latest = await credential(request);
  if (latest && textOf(latest) !== textOf(refused)) return latest;
  const pending = renewals.get(credential) ?? new Map<string, ReturnType<typeof valueOf>>();
  renewals.set(credential, pending);
  const key = `${name} ${textOf(refused)}`;
  const renewal = pending.get(key) ?? valueOf(credential, { ...request, refused });
  pending.set(key, renewal);
  try {
    return await renewal;
  } finally {
    pending.delete(key);
  }
}

/** Returns the secret part of credentials: keys and passwords. */
export const secretsOf = (credentials: Credentials): string[] =>
  credentials.map(({ value }) => (typeof value === "string" ? value : value.password));

/** Adds the credentials to a request. */
export function withCredentials(request: ClientRequest, credentials: Credentials): ClientRequest {
  return credentials.reduce(
    (sent, { write, value, scheme }) => write(sent, textOf(value), scheme),
    request,
  );
}
