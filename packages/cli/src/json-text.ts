import {
  countLines,
  DiagnosticsError,
  visible,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { failureText } from "./failure.ts";
import type { CodeCounts, FailureDocument } from "./json-documents.ts";

/** Formats a value as indented JSON, and escapes control characters that a terminal would act on. */
export function jsonText(value: unknown): string {
  return `${visible(JSON.stringify(value, null, 2), "\n")}\n`;
}

/** Formats a value as one line of JSON. */
export function jsonLine(value: unknown): string {
  return `${visible(JSON.stringify(value))}\n`;
}

/** Returns the JSON document of an error. */
export function jsonFailure(error: unknown): FailureDocument {
  if (!(error instanceof DiagnosticsError)) return { error: failureText(error) };
  const { diagnostics } = error;
  const counts = countsByCode(diagnostics);
  return { error: countLines(diagnostics).join("; "), diagnostics, counts };
}

/** Counts the diagnostics of each code. */
export function countsByCode(diagnostics: readonly Pick<Diagnostic, "code">[]): CodeCounts {
  const groups = Map.groupBy(diagnostics, ({ code }) => code);
  return Object.fromEntries([...groups].map(([code, group]) => [code, group.length]));
}
