import type { Offer } from "../tools/list-tools.ts";

/** A credential: a token or key, or a user name and password. */
export type CredentialValue = string | { readonly username: string; readonly password: string };

/** The options for creating a client. */
export interface ConnectOptions {
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** By security scheme. Only contains schemes for which there may be a credential. */
  readonly auth: {
    readonly [scheme: string]: (request: {
      readonly operationId: string;
      readonly scheme: string;
      readonly refused?: CredentialValue;
    }) => CredentialValue | undefined | Promise<CredentialValue | undefined>;
  };
}

/** A Model Context Protocol server, as generated code defines it. */
export interface McpDefinition extends Offer {
  /** The name of the server for clients. */
  readonly name: string;
  readonly version: string;
  /** The instructions for models. */
  readonly instructions: string;
  /** The prefix of environment variables: `ACME`. */
  readonly envPrefix: string;
  /** The security schemes, and whether each takes a text, or a user name and password. */
  readonly schemes: Readonly<Record<string, "text" | "basic">>;
  /** The names of secret members, wherever they occur. */
  readonly sensitive: readonly string[];
  /** Creates a client, which validates its input completely before it sends anything. */
  readonly connect: (options: ConnectOptions) => object;
}
