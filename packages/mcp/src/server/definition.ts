import type { Offer } from "../tools/list-tools.ts";

/** A credential: a token or key, or a user name and password. */
export type CredentialValue = string | { readonly username: string; readonly password: string };

/** What a client is made with. */
export interface ConnectOptions {
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** By security scheme; only of schemes for which there may be a credential. */
  readonly auth: {
    readonly [scheme: string]: (request: {
      readonly operationId: string;
      readonly scheme: string;
      readonly refused?: CredentialValue;
    }) => CredentialValue | undefined | Promise<CredentialValue | undefined>;
  };
}

/** A server of the Model Context Protocol as generated code describes it. */
export interface McpDefinition extends Offer {
  /** The name by which clients know the server. */
  readonly name: string;
  readonly version: string;
  /** What a model is told of the server. */
  readonly instructions: string;
  /** What names of environment variables begin with: `ACME`. */
  readonly envPrefix: string;
  /** The security schemes, and whether one takes a user name and a password. */
  readonly schemes: Readonly<Record<string, "text" | "basic">>;
  /** The names of members that are secret, wherever they are. */
  readonly sensitive: readonly string[];
  /** Makes a client, which checks its input in full before it sends anything. */
  readonly connect: (options: ConnectOptions) => object;
}
