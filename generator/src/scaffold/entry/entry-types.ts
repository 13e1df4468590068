import type { frameworks } from "@openapi-packages/cli/options/choices";

/** What an entry listens with: Node's own server, or a framework. */
export type Framework = (typeof frameworks)[number];

/** The file that starts the server. */
export interface ScaffoldEntry {
  readonly framework: Framework;
  /** The path relative to the folder, with `/`. */
  readonly path: string;
  /** False if the file existed before; it then stays as it is. */
  readonly isNew: boolean;
  /** The commands that install what it imports and the project lacks. */
  readonly install: readonly string[];
  /** The folder to run them in, that of the nearest package.json, relative to the working directory. */
  readonly installFolder: string;
  /** The command that starts it, to be run in the working directory. */
  readonly start: string;
}

/** The parts from which an entry is written. */
export interface EntryParts {
  readonly framework: Framework;
  /** The import specifier of the generated server, and that of the runtime. */
  readonly server: string;
  readonly runtime: string;
  /** Import statements for the user's own files. */
  readonly imports: readonly string[];
  /** Statements before the server is created. */
  readonly setup: readonly string[];
  /** The expression for the server's handlers, and the one for its verifiers. */
  readonly handlers: string;
  readonly security: string | undefined;
  /** The path of the health route; `undefined` if the description has that path itself. */
  readonly health: string | undefined;
  /** The origins whose pages may call the service. */
  readonly allowOrigins: readonly string[];
  /** True if pages of these origins need to send cookies or TLS certificates. */
  readonly usesCredentials: boolean;
}
