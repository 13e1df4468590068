import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type { Diagnostic } from "@openapi-packages/description/diagnostics/diagnostics";

/** The document that a command writes instead when it fails with exit code 2. */
export interface FailureDocument {
  /** The message that is also on standard error; for an invalid description, the number of its errors and warnings. */
  readonly error: string;
  /** The diagnostics of the description; `undefined` if the description is not the cause. */
  readonly diagnostics?: readonly Diagnostic[];
  /** How many diagnostics there are of each code. */
  readonly counts?: CodeCounts;
}

/** The number of diagnostics of each code; codes without any are left out. */
export type CodeCounts = Readonly<Partial<Record<DiagnosticCode, number>>>;

/** The results of several jobs. */
export type JobDocuments<Document> = readonly (JobName & (Document | FailureDocument))[];

/** Identifies one of several jobs by its description and its output folder. */
export interface JobName {
  readonly description: string;
  readonly out?: string | undefined;
}

/** A mock that is running. */
export interface MockDocument {
  readonly url: string;
  /** The address of its console, including the token; `undefined` without a console. */
  readonly consoleUrl?: string;
}
