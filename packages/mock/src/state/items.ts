import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import { getMember, setMember } from "@openapi-packages/runtime/internals";
import type { StateOperation } from "../description.ts";
import { answerWith } from "./answers.ts";
import { contentsValue } from "./contents.ts";
import { cancelledValue, hasEnded } from "./lifecycle.ts";
import type { MockInput } from "./settings.ts";
import type { OperationPlan } from "./plan.ts";
import { placesIn, recordIn } from "./places.ts";
import type { MockRecord } from "./record.ts";
import { conflict } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import { revoke, rotate } from "./secrets.ts";
import { shownBy } from "./shown.ts";

type PlanOf<Kind extends StateOperation["kind"]> = OperationPlan<
  Extract<StateOperation, { kind: Kind }>
>;

/** Answers with a record, including the optional members that the query asks for. */
export function read(
  resources: Resources,
  plan: PlanOf<"read">,
  input: MockInput,
): Answer<AnyResult> {
  const record = recordIn(resources, plan, input);
  const value = shownBy(resources, plan, record);
  const { includes } = plan.state;
  return answerWith(
    plan,
    includes === undefined ? value : including(resources, plan, record, value, input),
    record.key,
  );
}

function including(
  resources: Resources,
  { state, store }: PlanOf<"read">,
  record: MockRecord,
  value: JsonObject,
  { query }: MockInput,
): JsonObject {
  const { contents } = resources.relations.of(store.name);
  const whole = { ...value };
  for (const [member, parameter] of Object.entries(state.includes ?? {})) {
    if (String(getMember(query, parameter)) !== "true") continue;
    const put = member === contents ? contentsValue(record) : undefined;
    const found = put ?? getMember(record.value, member);
    if (found !== undefined) setMember(whole, member, found);
  }
  return whole;
}

/** Removes a record and everything below it. */
export function remove(
  resources: Resources,
  plan: PlanOf<"delete">,
  input: MockInput,
): Answer<AnyResult> {
  const record = recordIn(resources, plan, input);
  const answer = answerWith(plan, shownBy(resources, plan, record), record.key);
  if (record.isGone) plan.store.leaveTombstone(record.key);
  resources.remove(record);
  resources.touch(record);
  return answer;
}

/** Performs an action on a record, and answers with the changed record. */
export function act(
  resources: Resources,
  plan: PlanOf<"act">,
  input: MockInput,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  const record = recordIn(resources, plan, input);
  if (plan.state.action === "rotate") return rotate(resources, plan, record);
  if (plan.state.action === "cancel") cancel(resources, plan, record);
  if (plan.state.action === "revoke") revoke(resources, plan.store, record);
  return answerWith(plan, shownBy(resources, plan, record), record.key);
}

function cancel(resources: Resources, plan: PlanOf<"act">, record: MockRecord): void {
  const { store } = plan;
  if (hasEnded(store, record)) {
    const refusal = conflict(resources, plan, "has ended already");
    if (refusal !== undefined) throw refusal;
    return;
  }
  const value = cancelledValue(store, record.value, resources.settings.clock.now());
  if (record.isGone) resources.insert(record);
  record.since = undefined;
  resources.change(record, value);
}

/** Answers with the example, if the record in the path exists. */
export function answerBelow(
  resources: Resources,
  plan: PlanOf<"below">,
  input: MockInput,
): Answer<AnyResult> {
  if (plan.item === undefined) placesIn(resources, plan, input);
  else {
    const record = recordIn(resources, plan, input);
    if (plan.state.action === "revoke") revoke(resources, plan.store, record);
  }
  return plan.success;
}
