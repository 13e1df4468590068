import type { Issue } from "@openapi-packages/runtime";
import type { Violation } from "../../types.ts";
import type { ExchangeSummary } from "./shown-exchange.ts";

/**
 * The limits of what is shown of a request: a client may send an address of 32 KiB, and a body with thousands
 * of violations.
 */
const mostCharacters = 2000;
const mostViolations = 20;
const mostIssues = 20;
const mostOfMessage = 300;

/** Shortens an exchange for the console to a few kilobytes. */
export function shortened(exchange: ExchangeSummary): ExchangeSummary {
  return {
    ...exchange,
    method: cut(exchange.method, mostOfMessage),
    url: cut(exchange.url, mostCharacters),
    violations: exchange.violations.slice(0, mostViolations).map(shortViolation),
  };
}

function shortViolation(violation: Violation): Violation {
  return {
    ...violation,
    url: cut(violation.url, mostOfMessage),
    message: cut(violation.message, mostOfMessage),
    issues: violation.issues.slice(0, mostIssues).map(shortIssue),
  };
}

const shortIssue = (issue: Issue): Issue => ({
  in: issue.in,
  pointer: cut(issue.pointer, mostOfMessage),
  keyword: issue.keyword,
  message: cut(issue.message, mostOfMessage),
});

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
