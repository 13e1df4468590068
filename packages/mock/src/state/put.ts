import type { AnyResult } from "@openapi-packages/runtime";
import { headerValue, RequestFailure } from "@openapi-packages/runtime/internals";
import type { Answer, HttpRequest } from "@openapi-packages/runtime/server";
import type { OperationPlan } from "./plan.ts";
import { documented, notFound } from "./refusals.ts";
import type { Resources } from "./resources.ts";

/**
 * Returns the answer of a PUT with the documented status: 201 if it created the record, else another success
 * (RFC 9110, section 9.3.4). A status that is documented without a body has none.
 */
export function putAnswer(
  { settings }: Resources,
  { operation }: OperationPlan,
  answer: Answer<AnyResult>,
  isNew: boolean,
): Answer<AnyResult> {
  const { method, responses, operationId } = operation;
  if (method !== "PUT" || answer.status >= 300) return answer;
  const statuses = Object.keys(responses).filter((one) => /^2\d\d$/.test(one));
  const wanted = statuses.filter((one) => (one === "201") === isNew).map(Number);
  const [status] = wanted;
  if (status === undefined || wanted.includes(answer.status)) return answer;
  const example = settings.examplesOf(operationId).find((one) => one.status === status);
  const { headers } = example ?? {};
  const hasBody = responses[status]?.content !== undefined && status !== 204;
  const body = answer.body ?? example?.body;
  return {
    status,
    ...(headers && { headers }),
    ...(hasBody && { body, ...(answer.contentType && { contentType: answer.contentType }) }),
  };
}

/**
 * Checks that a PUT may create a missing record. If the operation documents 404 and not 201, it only replaces.
 *
 * @throws the operation's 404
 */
export function checkMayCreate(resources: Resources, plan: OperationPlan): void {
  const { method, responses } = plan.operation;
  const isCreating = Object.hasOwn(responses, "201") || !Object.hasOwn(responses, "404");
  if (method === "PUT" && !isCreating) throw notFound(resources, plan);
}

/**
 * Checks `If-None-Match: *`, which only allows creating, and `If-Match`, which only allows replacing, if the
 * operation documents the header or 412 (RFC 9110, section 13.1). Entity tags are not compared.
 *
 * @throws the operation's 412, or that of the runtime
 */
export function checkPreconditions(
  resources: Resources,
  plan: OperationPlan,
  request: HttpRequest,
  isThere: boolean,
): void {
  const { parameters = [], responses } = plan.operation;
  const isDescribed = (header: string): boolean =>
    Object.hasOwn(responses, "412") ||
    parameters.some((one) => one.in === "header" && one.name.toLowerCase() === header);
  const sent = (header: string): string | undefined =>
    isDescribed(header) ? headerValue(request, header)?.trim() : undefined;
  const isRefused = isThere ? sent("if-none-match") === "*" : sent("if-match") !== undefined;
  if (isRefused) throw documented(resources, plan, 412) ?? new RequestFailure(412);
}
