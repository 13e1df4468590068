import { ThrownAnswer } from "@openapi-packages/runtime/server";
import { bodyIssue, RequestFailure } from "@openapi-packages/runtime/internals";
import type { Issue } from "@openapi-packages/runtime";
import { responseKey } from "@openapi-packages/runtime/internals";
import type { OperationPlan } from "./plan.ts";
import type { Resources } from "./resources.ts";

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
  const own = documented(resources, plan, 409);
  const { errorBody } = resources.api;
  if (own !== undefined || errorBody?.statuses.includes(409) !== true) return own;
  const { mediaType, members } = errorBody;
  const body: { [member: string]: unknown } = { [members.code]: "Conflict" };
  if (members.issues !== undefined)
    body[members.issues] = [bodyIssue("conflict", message, pointer)];
  return new ThrownAnswer({ status: 409, body, contentType: mediaType });
}

/** The refusal of a body that refers to missing records. */
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
  if (key === undefined) return undefined;
  const examples = settings.examplesOf(operation.operationId);
  const answer = examples.find((one) => responseKey(operation.responses, one.status) === key);
  return answer && new ThrownAnswer({ ...answer, status });
}
