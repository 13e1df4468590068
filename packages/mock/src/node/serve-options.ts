import type { CreateMockOptions, Mock } from "../types.ts";
import type { ServeLimits } from "./serve-limits.ts";
import type { TerminalOutput } from "./terminal/terminal.ts";

/** Options of a mock server. */
export interface ServeOptions extends Omit<CreateMockOptions, "limits"> {
  /** What the mock stores, shows, and does at once. Default: see {@link ServeLimits}. */
  readonly limits?: Partial<ServeLimits>;
  /** 0 uses a free port. Default: 4010. */
  readonly port?: number;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /**
   * The file that keeps the state between runs: read at the start, written soon after a change and at the end.
   * A corrupt file is renamed.
   */
  readonly stateFile?: string;
  /** A JSON file of fault rules. They come before those of `faults`. */
  readonly faultsFile?: string;
  /**
   * A module of overrides, in JavaScript, or in TypeScript with Node 22.18 and newer. Its default export is a
   * function that receives the mock, or an object of overrides by `operationId`.
   */
  readonly overridesFile?: string;
  /**
   * True to serve the console at `/__mock` for users of this machine. Default: true if `host` is this machine
   * only.
   */
  readonly isConsoleOn?: boolean;
  /**
   * The console's token: letters, digits and `. _ ~ -`. Default: a new one, which the printed address and
   * `consoleUrl` of the service contain.
   */
  readonly consoleToken?: string;
  /**
   * Further host names of the mock, with a port or for all ports: `mock.example`; `*` for any. Default: those
   * of this machine, and `host`. Requests for others are refused with 421.
   */
  readonly allowHosts?: readonly string[];
  /** True to let pages of other origins call the mock. Default: true, for pages of this machine. */
  readonly isCorsOn?: boolean;
  /**
   * Further origins whose pages may call the mock, such as `https://app.example`; `null` for pages without one,
   * `*` for all. Default: none.
   */
  readonly allowOrigins?: readonly string[];
  /** The address of the API's documentation, which the console links to. Default: the console shows its own. */
  readonly docsUrl?: string;
  /**
   * The time for active requests when the service closes, in milliseconds. Then their connections are closed.
   * Default: 3000.
   */
  readonly closeTimeout?: number;
  /** The output for messages to the user. Default: `process.stdout`. */
  readonly output?: TerminalOutput;
  /** True to report only failures. Default: false. */
  readonly isQuiet?: boolean;
}

/** A running mock server. */
export interface MockService {
  readonly mock: Mock;
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** The address of its console, with the token; `undefined` without a console. */
  readonly consoleUrl: string | undefined;
  /**
   * Closes the service gracefully: active requests are answered within `closeTimeout`, streams end, and the
   * state is written.
   *
   * @returns a promise that resolves when everything is closed.
   */
  close(): Promise<void>;
}
