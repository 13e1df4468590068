import { ThrownAnswer } from "@openapi-packages/runtime/server";
import { bodyIssue, escapePointerToken, RequestFailure } from "@openapi-packages/runtime/internals";
import { errorBody } from "@openapi-packages/runtime";
import type { Issue, OperationDescriptor } from "@openapi-packages/runtime";
import { responseKey } from "@openapi-packages/runtime/internals";
import { withStatus } from "../answers/with-status.ts";
import type { OperationPlan } from "./plan.ts";
import type { Resources } from "./resources.ts";
import type { ResourceStore } from "./store.ts";

/** The refusal of a request for a missing record: as the operation documents it, if it does. */
export function notFound(resources: Resources, plan: OperationPlan): Error {
  return documented(resources, plan, 404) ?? new RequestFailure(404);
}

/**
 * The refusal of a request that conflicts with the state; `undefined` where the description has no
 * answer for it.
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

/** The refusal of a request that the record it is about does not allow. */
export function forbidden(resources: Resources, plan: OperationPlan, issue: Issue): Error {
  return (
    documented(resources, plan, 403) ??
    common(resources, 403, issue) ??
    documented(resources, plan, 409) ??
    new RequestFailure(400, [issue])
  );
}

/** An error that every operation may answer; `undefined` where the description has none of this status. */
function common({ api }: Resources, status: number, issue: Issue): Error | undefined {
  if (api.errorBody?.statuses.includes(status) !== true) return undefined;
  const { mediaType, body } = errorBody(api, status, [issue]);
  return new ThrownAnswer({ status, body, contentType: mediaType });
}

/** The refusal of what is well-formed and makes no sense: a body that refers to missing records, a page that cannot be. */
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
 * Checks that a key which a request gives can stand in a path: clients take `.` and `..` out of paths (RFC 3986, section
 * 5.2.4), whether encoded or not, so that such a record could never be asked for.
 *
 * @throws {RequestFailure} 400
 */
export function checkReachable({ descriptor }: ResourceStore, key: string): void {
  if (!key.split("/").some((segment) => segment === "." || segment === "..")) return;
  const message = "must have no part that is . or .., which no path can have";
  throw new RequestFailure(400, [
    bodyIssue("format", message, `/${escapePointerToken(descriptor.key ?? "")}`),
  ]);
}

/** The refusal of a query parameter that is well-formed and makes no sense. */
export function badQuery(name: string, message: string): RequestFailure {
  return new RequestFailure(400, [{ in: "query", pointer: `/${name}`, keyword: "range", message }]);
}

/** The example of a status that an operation documents by itself, by its range, or as `default`. */
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

/** False where `default` is the only way to describe a success, so that it describes no refusal. */
const hasSuccess = ({ responses }: OperationDescriptor): boolean =>
  Object.keys(responses).some((status) => status.startsWith("2"));
