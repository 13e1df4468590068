/** What an entry listens with: Node itself, or a framework on it. */
export const frameworks = ["node", "hono", "fastify", "express"] as const;
export type Framework = (typeof frameworks)[number];

/** The file that listens. */
export interface ScaffoldEntry {
  readonly framework: Framework;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** False if it was there before; then it stays as it is, whatever it listens with. */
  readonly isNew: boolean;
  /** The commands that install what it imports and the project lacks. */
  readonly install: readonly string[];
  /** The folder to run them in, relative to the working directory: that of the nearest package.json. */
  readonly installFolder: string;
  /** The command that starts it, from the working directory. */
  readonly start: string;
}

/** What an entry is written with. */
export interface EntryParts {
  readonly framework: Framework;
  /** The import specifiers of the generated server, and of the runtime. */
  readonly server: string;
  readonly runtime: string;
  /** Imports of the user's own files, as statements. */
  readonly imports: readonly string[];
  /** Statements before the server is made. */
  readonly setup: readonly string[];
  /** The expressions for the server's handlers and its verifiers. */
  readonly handlers: string;
  readonly security: string | undefined;
  /** The path of the health route; `undefined` where the description has such a path itself. */
  readonly health: string | undefined;
  /** The origins whose pages may call the service. */
  readonly allowOrigins: readonly string[];
  /** True if pages of these origins have to send cookies, or certificates of TLS. */
  readonly usesCredentials: boolean;
}
