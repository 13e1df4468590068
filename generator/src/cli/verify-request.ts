import type { LoadOptions } from "../load/load-options.ts";

/** What the command `verify` hands over to `@openapi-packages/verify/command`, which runs it. */
export interface VerifyRequest {
  /** The description's file or URL. */
  readonly description: string;
  readonly load: LoadOptions;
  readonly subject: VerifySubject;
  readonly run: VerifyRunOptions;
  readonly report: VerifyReportOptions;
  /** Ends the run: what is known so far is reported. */
  readonly signal: AbortSignal;
}

/** What is verified: a server at a URL, or the client that a module exports by default. */
export type VerifySubject =
  /** By an earlier revision of the description, where `against` names one. */
  | { readonly kind: "server"; readonly url: string; readonly against?: string }
  | { readonly kind: "client"; readonly module: string }
  /** The description itself, against an earlier revision. */
  | {
      readonly kind: "description";
      readonly against: string;
      readonly compatibility: "backward" | "forward" | "full";
    }
  /** Recorded traffic (HAR 1.2). */
  | { readonly kind: "traffic"; readonly file: string; readonly server?: string };

/** Which cases are run, and how. */
export interface VerifyRunOptions {
  readonly seed?: number;
  /** Milliseconds after which no further case begins. */
  readonly maxTime?: number;
  /** Milliseconds until an answer is whole. */
  readonly timeout?: number;
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  readonly statuses?: readonly string[];
  /** The identifiers of failures. */
  readonly replay?: readonly string[];
  /** The file of expectations. */
  readonly expectations?: string;
  /** Files of workflows (Arazzo). */
  readonly workflows?: readonly string[];
  readonly credentials?: VerifyCredentials;
  readonly otherCredentials?: VerifyCredentials;
  readonly expiredCredentials?: VerifyCredentials;
  readonly weakCredentials?: VerifyCredentials;
  readonly disposable?: boolean;
}

/** Credentials by security scheme, as they were given: `${NAME}` is a variable of the environment. */
export interface VerifyCredentials {
  readonly [scheme: string]: string;
}

/** What is told of a run. */
export interface VerifyReportOptions {
  /** The format of the report on standard output. */
  readonly format: string;
  /** Files of reports, by their formats. */
  readonly files: Readonly<Record<string, string>>;
  readonly minCoverage?: number;
  /** What follows the identifier on the command line that replays a failure. */
  readonly replayArguments: readonly string[];
}

/** What `@openapi-packages/verify/command` exports. */
export interface VerifyCommand {
  /** What each check finds, by its name. Left out: by versions that do not tell. */
  readonly checks?: Readonly<Record<string, string>>;
  /**
   * Verifies and reports.
   *
   * @returns the exit code: 0 passed, 1 not
   * @throws {Error} called `UsageError` or `DiagnosticsError` when it cannot be run
   */
  readonly runVerifyCommand: (request: VerifyRequest) => Promise<number>;
}
