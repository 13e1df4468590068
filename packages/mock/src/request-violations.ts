import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";
import type { Issue } from "@openapi-packages/runtime";
import type { Violation } from "./types.ts";

/** Returns the violations of a refused request, from the issues in the response of the server core. */
export function requestViolations(
  { method, url }: HttpRequest,
  operation: OperationDescriptor | undefined,
  { status, body }: HttpResponse,
): Violation[] {
  if (status < 400 || status >= 500 || typeof body !== "string") return [];
  const issues = issuesIn(body);
  if (issues.length === 0) return [];
  const message = `refused with ${status}`;
  const operationId = operation?.operationId;
  return [{ operationId, method, url, side: "request", status, message, issues }];
}

function issuesIn(body: string): Issue[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  if (typeof parsed !== "object" || parsed === null) return [];
  return Object.values(parsed).find(isIssueList) ?? [];
}

const isIssueList = (value: unknown): value is Issue[] =>
  Array.isArray(value) && value.length > 0 && value.every(isIssue);

const isIssue = (value: unknown): value is Issue =>
  typeof value === "object" && value !== null && "pointer" in value && "keyword" in value;
