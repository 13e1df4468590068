import { ThrownAnswer } from "@openapi-packages/runtime/server";
import { bodyIssue, escapePointerToken, RequestFailure } from "@openapi-packages/runtime/internals";
import { errorBody } from "@openapi-packages/runtime";
import type { Issue, OperationDescriptor } from "@openapi-packages/runtime";
import { responseKey } from "@openapi-packages/runtime/internals";
import { withStatus } from "../answers/with-status.ts";
import type { OperationPlan } from "./plan.ts";
import type { Resources } from "./resources.ts";
import type { ResourceStore } from "./store.ts";

/** Creates the refusal of a request for a missing record: as the operation documents it, or the default. */
export function notFound(resources: Resources, plan: OperationPlan): Error {
  return documented(resources, plan, 404) ?? new RequestFailure(404);
}

/**
 * Creates the refusal of a request that conflicts with the state; `undefined` if the description has no answer
 * for it.
 */
export function conflict(
  resources: Resources,
  plan: OperationPlan,
  message: string,
  pointer = "",
): Error | undefined {
  return (
    documented(resources, plan, 409) ??
    common(resources, 409, bodyIssue("conflict", message, pointer))
  );
}

/** Creates the refusal of a request that the state of its record does not allow. */
export function forbidden(resources: Resources, plan: OperationPlan, issue: Issue): Error {
  return (
    documented(resources, plan, 403) ??
    common(resources, 403, issue) ??
    documented(resources, plan, 409) ??
    new RequestFailure(400, [issue])
  );
}

/** Creates an error that is common to all operations; `undefined` if there is none with this status. */
function common({ api }: Resources, status: number, issue: Issue): Error | undefined {
  if (api.errorBody?.statuses.includes(status) !== true) return undefined;
  const { mediaType, body } = errorBody(api, status, [issue]);
  return new ThrownAnswer({ status, body, contentType: mediaType });
}

/**
 * Creates the refusal of a well-formed request that cannot be processed: its body refers to missing records, or
 * the page is impossible.
 */
export function unresolved(
  resources: Resources,
  plan: OperationPlan,
  issues: readonly Issue[],
): Error {
  const { responses } = plan.operation;
  const isUnprocessable = Object.hasOwn(responses, "422") && !Object.hasOwn(responses, "400");
  const own = isUnprocessable ? documented(resources, plan, 422) : undefined;
  return own ?? new RequestFailure(400, issues);
}

/**
 * Checks that a key from a request can be part of a path: clients remove `.` and `..` from paths (RFC 3986,
 * section 5.2.4), even if they are encoded, so that the record could never be requested.
 *
 * @throws {RequestFailure} 400
 */
export function checkReachable({ descriptor }: ResourceStore, key: string): void {
  if (!key.split("/").some((segment) => segment === "." || segment === "..")) return;
  const message = "must not contain the path segments . or ..";
  throw new RequestFailure(400, [
    bodyIssue("format", message, `/${escapePointerToken(descriptor.key ?? "")}`),
  ]);
}

/** Creates the refusal of a query parameter that is well-formed but invalid here. */
export function badQuery(name: string, message: string): RequestFailure {
  return new RequestFailure(400, [{ in: "query", pointer: `/${name}`, keyword: "range", message }]);
}

/** Returns the example of a status that an operation documents exactly, by its range, or as `default`. */
export function documented(
  { settings }: Resources,
  { operation }: OperationPlan,
  status: number,
): ThrownAnswer | undefined {
  const key = responseKey(operation.responses, status);
  if (key === undefined || (key === "default" && !hasSuccess(operation))) return undefined;
  const examples = settings.examplesOf(operation.operationId);
  const answer = examples.find((one) => responseKey(operation.responses, one.status) === key);
  return answer && new ThrownAnswer(withStatus(answer, status));
}

/** False if the success is only described by `default`, which then does not describe refusals. */
const hasSuccess = ({ responses }: OperationDescriptor): boolean =>
  Object.keys(responses).some((status) => status.startsWith("2"));
