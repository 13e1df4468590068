import type { CreateMockOptions, Mock } from "../types.ts";
import type { ServeLimits } from "./serve-limits.ts";
import type { TerminalOutput } from "./terminal/terminal.ts";

/** Options of a mock server. */
export interface ServeOptions extends Omit<CreateMockOptions, "limits"> {
  /** The most that is remembered, shown, and done at a time. Left out: see {@link ServeLimits}. */
  readonly limits?: Partial<ServeLimits>;
  /** 0 takes a free one. Left out: 4010. */
  readonly port?: number;
  /** Left out: `127.0.0.1`. */
  readonly host?: string;
  /**
   * The file with the state from one run to the next: read at the start, written soon after a change and
   * at the end. A file that is broken is set aside.
   */
  readonly stateFile?: string;
  /** Rules of what goes wrong, as JSON; they come before those of `faults`. */
  readonly faultsFile?: string;
  /**
   * A module of overrides, in JavaScript or, as Node 22.18 and newer run it, in TypeScript. Its default
   * export is a function that is given the mock, or an object of overrides by `operationId`.
   */
  readonly overridesFile?: string;
  /** True if there is a page at `/__mock` for those who sit at this machine. Left out: on hosts that are this machine alone. */
  readonly isConsoleOn?: boolean;
  /**
   * The console's token: letters, digits and `. _ ~ -`. Left out: a new one, which the address at the
   * start has, and `consoleUrl` of the service.
   */
  readonly consoleToken?: string;
  /**
   * Further names by which the mock may be called, with a port or for all ports: `mock.example`; `*` for
   * any. Left out: those of this machine, and `host`. Requests for others are refused with 421.
   */
  readonly allowHosts?: readonly string[];
  /** True if pages of other origins may call the mock. Left out: they may, those of this machine. */
  readonly isCorsOn?: boolean;
  /**
   * Further origins whose pages may call the mock, such as `https://app.example`; `null` for pages
   * without one, `*` for all. Left out: none.
   */
  readonly allowOrigins?: readonly string[];
  /** The address of the API's documentation, for a link on the console. Left out: it has its own. */
  readonly docsUrl?: string;
  /**
   * Milliseconds that requests have to be answered when the service ends; then their connections are
   * closed. Left out: 3000.
   */
  readonly closeTimeout?: number;
  /** The output of lines for people. Left out: `process.stdout`. */
  readonly output?: TerminalOutput;
  /** True if only failures are reported. Left out: all is. */
  readonly isQuiet?: boolean;
}

/** A mock that is served. */
export interface MockService {
  readonly mock: Mock;
  /** Its address, without a slash at its end. */
  readonly url: string;
  /** The address of its console, with the token; `undefined` when it has none. */
  readonly consoleUrl: string | undefined;
  /**
   * Ends the service in order: what runs is answered within `closeTimeout`, streams end, the state is
   * written.
   *
   * @returns when nothing of it is left.
   */
  close(): Promise<void>;
}
