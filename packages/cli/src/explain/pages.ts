import { apiChangeKinds, type ApiChangeCode } from "openapi-packages/surface/api-change";
import {
  changeKinds,
  type ChangeCode,
  type ChangeKind,
} from "@openapi-packages/changes/diff/change-kinds";
import { diagnosticPages, type DiagnosticPage } from "./diagnostic-page.ts";

/** Everything known about a kind of change between two descriptions. */
export interface ChangePage extends ChangeKind {
  readonly kind: "change";
  readonly code: ChangeCode;
}

/** What is known about a kind of change between two versions of a generated package. */
export interface ApiChangePage {
  readonly kind: "api-change";
  readonly code: ApiChangeCode;
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

/**
 * Returns the pages of all codes: of diagnostics, changes of descriptions, changes of packages, and checks,
 * each in the order of its table.
 *
 * @param checks what each check of `verify` finds; empty if `verify` is not installed
 */
export function allPages(checks: Readonly<Record<string, string>> = {}): Page[] {
  return [
    ...diagnosticPages(),
    ...[...changeKinds].map(([code, kind]): ChangePage => ({ kind: "change", code, ...kind })),
    ...(Object.entries(apiChangeKinds) as [ApiChangeCode, string][]).map(
      ([code, what]): ApiChangePage => ({ kind: "api-change", code, what }),
    ),
    ...Object.entries(checks).map(([code, finds]): CheckPage => ({ kind: "check", code, finds })),
  ];
}
