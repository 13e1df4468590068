import type { LoadOptions } from "@openapi-packages/description/load/load-options";

/** What the arguments and the configuration of the command `verify` ask for. */
export interface VerifyRequest {
  /** The description's file or URL. */
  readonly description: string;
  readonly load: LoadOptions;
  readonly subject: VerifySubject;
  readonly run: VerifyRunOptions;
  readonly report: VerifyReportOptions;
  /** The file of expectations that the run writes. Default: none. */
  readonly firstExpectations?: FirstExpectationsFile;
  /** Ends the run early; the results so far are reported. */
  readonly signal: AbortSignal;
}

/** A file of expectations to write. */
export interface FirstExpectationsFile {
  readonly path: string;
  /** True to replace an existing file. */
  readonly overwrite: boolean;
}

/** The subject of verification: a server at a URL, the client that a module exports by default, a description, or traffic. */
export type VerifySubject =
  /** A server, which is verified by an earlier revision of the description if `against` names one. */
  | { readonly kind: "server"; readonly url: string; readonly against?: string }
  | { readonly kind: "client"; readonly module: string }
  /** The description itself, compared with an earlier revision. */
  | {
      readonly kind: "description";
      readonly against: string;
      readonly compatibility: "backward" | "forward" | "full";
    }
  /** Recorded traffic (HAR 1.2). */
  | { readonly kind: "traffic"; readonly file: string; readonly server?: string };

/** Selects the cases, and says how they are run. */
export interface VerifyRunOptions {
  readonly seed?: number;
  /** The time in milliseconds after which no further case starts. */
  readonly maxTime?: number;
  /** The time in milliseconds until a response must be complete. */
  readonly timeout?: number;
  /** The time in milliseconds that a response may take. */
  readonly maxResponseTime?: number;
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  readonly statuses?: readonly string[];
  /** The identifiers of the failures to replay. */
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

/** Credentials by security scheme, before variables are replaced: `${NAME}` is an environment variable. */
export interface VerifyCredentials {
  readonly [scheme: string]: string;
}

/** The options of reports about a run. */
export interface VerifyReportOptions {
  /** The format of the report on standard output. */
  readonly format: string;
  /** The file of each report, by its format. */
  readonly files: Readonly<Record<string, string>>;
  readonly minCoverage?: number;
  /** The arguments that follow the identifier in a command that replays a failure. */
  readonly replayArguments: readonly string[];
}
