import { getMember } from "../members.ts";
import type { SecuritySchemeDescriptor } from "../operation.ts";
import { checkAuth, isSingle } from "./check-auth.ts";
import type { ClientApi, Credentials } from "./core.ts";
import type { ClientOperation } from "./operation.ts";
import { canRepeat, discard } from "./retry.ts";
import type { SecurityWriter } from "./security-writers.ts";
import type { ClientOptions, Credential, CredentialValue } from "./types.ts";

/** A credential with the security scheme that it is for. */
interface Given {
  readonly name: string;
  readonly scheme: SecuritySchemeDescriptor;
  readonly write: NonNullable<SecurityWriter>;
  readonly value: CredentialValue;
  readonly credential: Credential | undefined;
}

/**
 * The credentials of a client, for descriptions that have security schemes.
 *
 * @throws {TypeError} when they are for a security scheme that the description does not have.
 */
export const credentials: Credentials = (api, auth) => {
  if (auth === undefined) return undefined;
  checkAuth(api, auth);
  // Calls that are refused at the same time ask for a credential once.
  const renewals = new Map<string, Promise<CredentialValue | undefined>>();

  /** Returns a credential in place of a refused one, which is returned if there is no other. */
  async function renew({ credential, name: scheme, value: refused }: Given, operationId: string) {
    if (typeof credential !== "function") return refused;
    // Another call may have renewed it since this one was sent.
    const latest = await credential({ operationId, scheme });
    if (latest && textOf(latest) !== textOf(refused)) return latest;
    const key = `${scheme} ${textOf(refused)}`;
    const renewal =
      renewals.get(key) ?? Promise.resolve(credential({ operationId, scheme, refused }));
    renewals.set(key, renewal);
    try {
      return (await renewal) || refused;
    } finally {
      renewals.delete(key);
    }
  }

  return async (current, request, secrets, send) => {
    const { operation } = request;
    const dispatch = (given: readonly Given[]): Promise<Response> => {
      let sent = request;
      for (const { write, value, scheme } of given) {
        secrets.push(typeof value === "string" ? value : value.password);
        sent = write(sent, textOf(value), scheme);
      }
      return send(sent);
    };
    const given = await find(current, operation, auth);
    const response = await dispatch(given);
    if (response.status !== 401 || !canRepeat(request)) return response;
    let isNew = false;
    const renewed = await Promise.all(
      given.map(async (one) => {
        const value = await renew(one, operation.operationId);
        isNew ||= textOf(value) !== textOf(one.value);
        return { ...one, value };
      }),
    );
    if (!isNew) return response;
    discard(response);
    return dispatch(renewed);
  };
};

/**
 * Finds the credentials for the first of an operation's security requirements that the client can meet
 * completely (OpenAPI 3.1, Security Requirement Object). If there is none, the request is sent without
 * credentials, and the server decides.
 */
async function find(
  { security = [], securitySchemes, writers = {} }: ClientApi,
  { operationId, security: own = security }: ClientOperation,
  auth: NonNullable<ClientOptions["auth"]>,
): Promise<Given[]> {
  requirements: for (const requirement of own) {
    const names = Object.keys(requirement);
    const given: Given[] = [];
    for (const name of names) {
      const write = getMember(writers, name) as SecurityWriter | undefined;
      if (write === null) continue;
      const single = names.length === 1 ? auth : undefined;
      const credential = (isSingle(auth) ? single : getMember(auth, name)) as
        Credential | undefined;
      const value =
        typeof credential === "function"
          ? await credential({ operationId, scheme: name })
          : credential;
      const scheme = getMember(securitySchemes, name) as SecuritySchemeDescriptor | undefined;
      if (!write || !scheme || !value) continue requirements;
      given.push({ name, scheme, write, value, credential });
    }
    // An empty requirement makes security optional: a credential that is present is used.
    if (names.length > 0) return given;
  }
  return [];
}

const textOf = (value: CredentialValue): string =>
  typeof value === "string" ? value : `${value.username}:${value.password}`;
