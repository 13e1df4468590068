import type { ApiDescriptor } from "@openapi-packages/runtime";
import { createServerCore, withScopes } from "@openapi-packages/runtime/server";
import type {
  HttpRequest,
  HttpResponse,
  SecurityCredential,
  SecurityVerifier,
  Server,
  ServerOptions,
} from "@openapi-packages/runtime/server";
import { nearestName, securityOf } from "@openapi-packages/runtime/internals";
import type { MockDescription } from "../description.ts";
import { randomFrom } from "../random.ts";
import type { MockState } from "../state/mock-state.ts";
import type { CreateMockOptions } from "../types.ts";

type Options = Pick<
  CreateMockOptions,
  "security" | "demandCredentials" | "credentials" | "scopes" | "seed"
>;

/** True if a mock only accepts requests with a known credential. */
export function demandsCredentials({ security, demandCredentials, credentials }: Options): boolean {
  const isVerified = security !== undefined && security !== "unchecked";
  return demandCredentials ?? (isVerified || credentials !== undefined);
}

/**
 * The credentials that a mock accepts: those of its options, a generated one for each other scheme, and the
 * secrets of records that are credentials, from their creation until they are revoked.
 */
export class KnownCredentials {
  /** The credentials that are always valid, by scheme. Empty if none is required. */
  readonly lasting: ReadonlyMap<string, readonly string[]>;
  /** The schemes whose credential was generated. */
  readonly made: ReadonlySet<string>;
  /** The option `security` of the server core. */
  readonly security: NonNullable<ServerOptions["security"]>;
  readonly #description: MockDescription;
  readonly #state: MockState;
  readonly #scopes: ReadonlyMap<string, readonly string[]>;
  #guard: Server | undefined;

  /** @throws {TypeError} when credentials are given for an unknown scheme, or are invalid for their scheme. */
  constructor(description: MockDescription, state: MockState, options: Options) {
    this.#description = description;
    this.#state = state;
    const { credentials = {}, scopes = {}, seed = 0 } = options;
    checkCredentials(description, credentials);
    checkScopes(scopes, credentials);
    this.#scopes = new Map(Object.entries(scopes));
    if (!demandsCredentials(options)) {
      this.lasting = new Map();
      this.made = new Set();
      this.security = "unchecked";
      return;
    }
    const own = options.security === "unchecked" ? {} : (options.security ?? {});
    const schemes = schemesOf(description).filter((name) => own[name] === undefined);
    const given = new Map(
      Object.entries(credentials).flatMap(([name, texts]) =>
        texts === undefined ? [] : [[name, texts] as const],
      ),
    );
    this.made = new Set(schemes.filter((name) => !given.has(name) && this.#isText(name)));
    this.lasting = new Map([
      ...given,
      ...[...this.made].map((name) => [name, [this.#made(name, seed)]] as const),
    ]);
    const known = schemes.map((name): [string, SecurityVerifier] => [name, this.#verifierOf(name)]);
    this.security = { ...Object.fromEntries(known), ...own };
  }

  /**
   * Returns the answer that refuses a request for its credentials; `undefined` if they are valid. The body of
   * the request must be readable a second time.
   */
  async refusalOf(request: HttpRequest): Promise<HttpResponse | undefined> {
    if (this.security === "unchecked") return undefined;
    this.#guard ??= serverOf(this.#description, this.security);
    const { status, ...answer } = await this.#guard.handle({ ...request });
    return status === 401 || status === 403 ? { status, ...answer } : undefined;
  }

  #isText(name: string): boolean {
    return this.#description.api.securitySchemes[name]?.type !== "mutualTLS";
  }

  #made(name: string, seed: string | number): string {
    const text = `mock-${randomFrom(seed, "credential", name).uuid()}`;
    const scheme = this.#description.api.securitySchemes[name];
    return scheme !== undefined && isBasic(scheme) ? `mock:${text}` : text;
  }

  /** Creates a verifier that grants the scopes of its credential, and all to one that has no list of them. */
  #verifierOf(scheme: string): SecurityVerifier {
    return async (credential, { scopes }) => {
      const text = textOf(credential);
      const principal = await this.#principalOf(scheme, text);
      return principal === undefined
        ? undefined
        : withScopes(principal, this.#scopes.get(text) ?? scopes);
    };
  }

  async #principalOf(scheme: string, text: string): Promise<object | undefined> {
    if (text === "") return undefined;
    if (this.lasting.get(scheme)?.includes(text) === true) return { scheme };
    return this.#state.recordOfSecret(scheme, text);
  }
}

/** Creates a server that answers every operation after verifying its credentials. */
function serverOf(
  { api, operations }: MockDescription,
  security: NonNullable<ServerOptions["security"]>,
): Server {
  const routes = operations.map(({ operation }) => ({
    operation,
    validators: {},
    handler: () => ({ status: 200 }),
  }));
  return createServerCore(api, routes, { requestIdHeader: false, security, onError: () => {} });
}

/** Returns verifiers that accept any credential. */
export function anyCredential({ securitySchemes }: ApiDescriptor): {
  readonly [scheme: string]: SecurityVerifier;
} {
  const anyone: SecurityVerifier = (_, { scopes }) => withScopes("anyone", scopes);
  return Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, anyone]));
}

/** Returns the declared schemes that operations name. */
function schemesOf({ api, operations }: MockDescription): string[] {
  const named = operations.flatMap(({ operation }) =>
    securityOf(api, operation).flatMap((requirement) => Object.keys(requirement)),
  );
  return [...new Set(named)].filter((name) => Object.hasOwn(api.securitySchemes, name));
}

type Scheme = MockDescription["api"]["securitySchemes"][string];

const isBasic = (scheme: Scheme): boolean =>
  scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";

/** Returns a credential as it is written in options. */
function textOf({ token, username, password, value }: SecurityCredential): string {
  return token || value || (username + password === "" ? "" : `${username}:${password}`);
}

function checkCredentials(
  { api: { securitySchemes } }: MockDescription,
  credentials: NonNullable<Options["credentials"]>,
): void {
  const names = Object.keys(securitySchemes);
  for (const [name, texts = []] of Object.entries(credentials)) {
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    if (scheme === undefined) {
      const nearest = nearestName(name, names);
      const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      const all = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
      throw new TypeError(
        `credentials: the description has no security scheme ${JSON.stringify(name)} (${all})${hint}`,
      );
    }
    if (scheme.type === "mutualTLS")
      throw new TypeError(`credentials: ${name} is a certificate, which a mock cannot check`);
    if (texts.includes("")) throw new TypeError(`credentials: one of ${name} is empty`);
    if (isBasic(scheme) && !texts.every((text) => text.includes(":") && text !== ":"))
      throw new TypeError(
        `credentials: one of ${name} is user:password, with a colon between them`,
      );
  }
}

/** @throws {TypeError} when scopes are not a list, or those of a credential that is not among those given */
function checkScopes(
  scopes: NonNullable<Options["scopes"]>,
  credentials: NonNullable<Options["credentials"]>,
): void {
  const known = Object.values(credentials).flatMap((texts = []) => texts);
  for (const [text, list] of Object.entries(scopes)) {
    if (!known.includes(text))
      throw new TypeError(
        `scopes: ${JSON.stringify(text)} is none of \`credentials\`: add it there, to its security scheme`,
      );
    if (!Array.isArray(list))
      throw new TypeError(`scopes: those of ${JSON.stringify(text)} are a list of texts`);
  }
}
