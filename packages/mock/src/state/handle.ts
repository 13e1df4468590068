import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import type { StateOperation } from "../description.ts";
import { replace, update } from "./change.ts";
import { sign } from "./contents.ts";
import { create } from "./create.ts";
import { act, answerBelow, read, remove } from "./items.ts";
import { list } from "./list.ts";
import type { OperationPlan } from "./plan.ts";
import type { Resources } from "./resources.ts";
import type { MockInput } from "./settings.ts";
import { checkRequired } from "./required.ts";
import { stream } from "./stream.ts";

/** The handlers of all kinds of operations. */
const handlers: {
  readonly [Kind in StateOperation["kind"]]: (
    resources: Resources,
    plan: OperationPlan<Extract<StateOperation, { kind: Kind }>>,
    input: MockInput,
    context: RequestContext,
  ) => Answer<AnyResult> | Promise<Answer<AnyResult>>;
} = {
  list,
  create,
  read,
  update,
  replace,
  delete: remove,
  act,
  stream,
  sign,
  below: answerBelow,
};

/**
 * Answers a request from the state.
 *
 * @throws {RequestFailure | ThrownAnswer} when it refuses the request.
 */
export function handle(
  resources: Resources,
  plan: OperationPlan,
  input: MockInput,
  context: RequestContext,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  const handler = handlers[plan.state.kind] as (
    ...given: Parameters<typeof handle>
  ) => Answer<AnyResult> | Promise<Answer<AnyResult>>;
  checkRequired(resources, plan, input);
  return handler(resources, plan, input, context);
}
