import type { CreateMockOptions, Mock } from "../types.ts";
import type { TerminalOutput } from "./terminal/terminal.ts";

/** How a mock is served. */
export interface ServeOptions extends CreateMockOptions {
  /** 0 takes a free one. Left out: 4010. */
  readonly port?: number;
  /** Left out: `127.0.0.1`. */
  readonly host?: string;
  /**
   * What is remembered from one run to the next: read at the start, written soon after a change and at
   * the end. A file that is broken is set aside.
   */
  readonly stateFile?: string;
  /** Rules of what goes wrong, as JSON; they come before those of `faults`. */
  readonly faultsFile?: string;
  /**
   * A module of overrides, in JavaScript or, as Node 22.18 and newer run it, in TypeScript. Its default
   * export is a function that is given the mock, or an object of overrides by `operationId`.
   */
  readonly overridesFile?: string;
  /** Whether there is a page at `/__mock` for those who sit at this machine. Left out: on hosts that are this machine alone. */
  readonly isConsoleOn?: boolean;
  /** Whether pages of other origins may call the mock. Left out: they may. */
  readonly isCorsOn?: boolean;
  /** Where the API's documentation is, for a link on the console. Left out: it has its own. */
  readonly docsUrl?: string;
  /** Where lines for people go. Left out: `process.stdout`. */
  readonly output?: TerminalOutput;
  /** Whether nothing but what went wrong is told. Left out: it is not. */
  readonly isQuiet?: boolean;
}

/** A mock that is served. */
export interface MockService {
  readonly mock: Mock;
  /** Where it is, without a slash at its end. */
  readonly url: string;
  /**
   * Ends the service in order: what runs is answered, streams end, the state is written.
   *
   * @returns when nothing of it is left.
   */
  close(): Promise<void>;
}
