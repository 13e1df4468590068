import type { AuthInfo } from "@modelcontextprotocol/server";
import type { CredentialValue } from "./definition.ts";

/** A credential that is wanted for one call of the API. */
export interface CredentialRequest {
  /** The security scheme, as the description names it. */
  readonly scheme: string;
  readonly operationId: string;
  /** The credential that the API has just refused with 401: another one is wanted. */
  readonly refused?: CredentialValue;
  /** Who calls, as `authenticate` has found out; `undefined` over stdio. */
  readonly caller: AuthInfo | undefined;
}

/** The options of a server. */
export interface McpServerOptions {
  /** Left out: `<PREFIX>_BASE_URL` of the environment, else the description's first server. */
  readonly baseUrl?: string;
  /**
   * Gives the credentials for the API, such as by an exchange of tokens for the caller's (RFC 8693). It must not
   * give the caller's own token, which was issued for this server; that is refused. Left out: the environment,
   * `<PREFIX>_<SCHEME>`; with it the environment is not asked.
   */
  readonly credentials?: (
    request: CredentialRequest,
  ) => CredentialValue | undefined | Promise<CredentialValue | undefined>;
  /** Left out: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Sends requests to the API. Left out: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** The most tokens of one result, by estimate; what is beyond has a cursor. Left out: 8000. */
  readonly maxResultTokens?: number;
  /** The most items of a stream that one call waits for. Left out: 1000. */
  readonly maxStreamItems?: number;
}
