import { changeKinds, type ChangeCode, type ChangeKind } from "../diff/change-kinds.ts";
import { diagnosticPages, type DiagnosticPage } from "./diagnostic-page.ts";

/** All that is known of a kind of changes between two descriptions. */
export interface ChangePage extends ChangeKind {
  readonly kind: "change";
  readonly code: ChangeCode;
}

/** What a check of `verify` finds. */
export interface CheckPage {
  readonly kind: "check";
  readonly code: string;
  readonly finds: string;
}

/** What is known of a code that a command prints. */
export type Page = DiagnosticPage | ChangePage | CheckPage;

/**
 * The pages of all codes: of diagnostics, changes and checks, each in the order of its table.
 *
 * @param checks what each check of `verify` finds; empty where it is not installed
 */
export function allPages(checks: Readonly<Record<string, string>> = {}): Page[] {
  return [
    ...diagnosticPages(),
    ...[...changeKinds].map(([code, kind]): ChangePage => ({ kind: "change", code, ...kind })),
    ...Object.entries(checks).map(([code, finds]): CheckPage => ({ kind: "check", code, finds })),
  ];
}
