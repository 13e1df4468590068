import type { DiagnosticPage } from "./diagnostic-page.ts";

/** How a change affects one audience: it may break working code, it is visible but breaks nothing, or it is invisible. */
export type Verdict = "breaking" | "compatible" | "none";

/** Everything known about a kind of change between two descriptions. */
export interface ChangePage {
  readonly kind: "change";
  readonly code: string;
  readonly what: string;
  /** Callers that compile against the client generated from the later description. */
  readonly compile: Verdict;
  /** Running callers built for the earlier description that call a server of the later one. */
  readonly run: Verdict;
  /** Handlers written for the earlier description on a server generated from the later one. */
  readonly handlers: Verdict;
}

/** What is known about a kind of change between two versions of a generated package. */
export interface ApiChangePage {
  readonly kind: "api-change";
  readonly code: string;
  readonly what: string;
}

/** What a check of `verify` finds. */
export interface CheckPage {
  readonly kind: "check";
  readonly code: string;
  readonly finds: string;
}

/** The page of any code that a command prints. */
export type Page = DiagnosticPage | ChangePage | ApiChangePage | CheckPage;
