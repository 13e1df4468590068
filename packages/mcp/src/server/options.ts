import type { AuthInfo } from "@modelcontextprotocol/server";
import type { CredentialValue } from "./definition.ts";

/** A request for the credential of one API call. */
export interface CredentialRequest {
  /** The name of the security scheme in the description. */
  readonly scheme: string;
  readonly operationId: string;
  /** The credential that the API has just refused with 401. Return another one. */
  readonly refused?: CredentialValue;
  /** The caller, as identified by `authenticate`; `undefined` over stdio. */
  readonly caller: AuthInfo | undefined;
}

/** The options of a server. */
export interface McpServerOptions {
  /** Default: `<PREFIX>_BASE_URL` of the environment, else the description's first server. */
  readonly baseUrl?: string;
  /**
   * Returns the credentials for the API, for instance by exchanging the caller's token (RFC 8693). It must not
   * return the caller's own token, which was issued for this server. Default: they come from the environment,
   * `<PREFIX>_<SCHEME>`. With this function the environment is ignored.
   */
  readonly credentials?: (
    request: CredentialRequest,
  ) => CredentialValue | undefined | Promise<CredentialValue | undefined>;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Sends requests to the API. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** The maximum estimated number of tokens of one result. A cursor leads to the rest. Default: 8000. */
  readonly maxResultTokens?: number;
  /** The maximum number of stream items that one call waits for. Default: 1000. */
  readonly maxStreamItems?: number;
}
