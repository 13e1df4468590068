import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { headerValue } from "@openapi-packages/runtime/internals";
import { answerWith } from "./answers.ts";
import { bodyOf } from "./bodies.ts";
import { changedValue } from "./changed-value.ts";
import type { ChangeMode } from "./changed-value.ts";
import { createRecord } from "./new-record.ts";
import type { MockInput } from "./settings.ts";
import { withKindsNamed } from "./named-kinds.ts";
import type { OperationPlan } from "./plan.ts";
import { placesIn, recordIn } from "./places.ts";
import { keyOf } from "./record.ts";
import type { MockRecord } from "./record.ts";
import { withPresent } from "./present.ts";
import { checkMayCreate, checkPreconditions, putAnswer } from "./put.ts";
import { checkReferences } from "./references.ts";
import { checkReachable, conflict } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import { shownAsIs, shownBy } from "./shown.ts";
import { statusOf } from "./status.ts";
import { checkKind } from "./variants.ts";
import { checkUnique } from "./unique.ts";

/** Changes the members of a record that the request's body contains. */
export function update(
  resources: Resources,
  plan: OperationPlan,
  input: MockInput,
  context: RequestContext,
): Answer<AnyResult> {
  const record = recordIn(resources, plan, input);
  checkReferences(resources, plan, input.body);
  const type = mediaTypeEssence(headerValue(context.request, "content-type"));
  const mode = type === "application/merge-patch+json" ? "merge" : "update";
  return changeTo(resources, plan, record, bodyOf(plan, input), mode);
}

/** Replaces the members of a record by those of the request's body. Creates the record if there is none. */
export function replace(
  resources: Resources,
  plan: OperationPlan,
  input: MockInput,
  context: RequestContext,
): Answer<AnyResult> {
  const places = placesIn(resources, plan, input);
  checkReferences(resources, plan, input.body);
  const key = plan.keyIn(input);
  const body = bodyOf(plan, input);
  const record = plan.store.find(key, plan.parents, places);
  checkPreconditions(resources, plan, context.request, record !== undefined);
  if (record !== undefined) {
    const changed = changeTo(resources, plan, record, body, "replace");
    return putAnswer(resources, plan, changed, false);
  }
  checkMayCreate(resources, plan);
  checkUnique(resources, plan, body, places);
  const { shown } = createRecord(resources, plan, { body, key, places, context });
  return putAnswer(resources, plan, answerWith(plan, shown, key), true);
}

function changeTo(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
  given: JsonObject,
  mode: ChangeMode,
): Answer<AnyResult> {
  checkKind(plan.store.descriptor, given);
  const body = withKindsNamed(plan.store.descriptor, given, record.value);
  checkUnique(resources, plan, body, record.scope, record);
  const { value, isAccepted } = changedValue(resources, plan, record, body, mode);
  const { store } = plan;
  const key = keyOf(store.descriptor, value, record.scope) ?? record.key;
  const { lifecycle } = store.descriptor;
  const isMoved =
    lifecycle !== undefined && statusOf(lifecycle, value) !== statusOf(lifecycle, record.value);
  if (key !== record.key) checkReachable(store, key);
  if (record.isGone) resources.insert(record);
  if (key !== record.key) rename(resources, plan, record, key);
  // Setting the status by a request ends the lifecycle.
  if (isMoved) record.since = undefined;
  resources.change(record, withPresent(resources, store, value, body, record.value));
  // The operation's validator has already accepted this answer.
  const show = isAccepted && plan.pattern !== undefined ? shownAsIs : shownBy;
  return answerWith(plan, show(resources, plan, record), record.key);
}

function rename(resources: Resources, plan: OperationPlan, record: MockRecord, key: string): void {
  const { store, parents } = plan;
  const other = store.find(key, parents, record.scope);
  if (other !== undefined && other !== record) {
    const message = `must name no other ${store.name} that is there`;
    const refusal = conflict(resources, plan, message, `/${store.descriptor.key ?? ""}`);
    if (refusal !== undefined) throw refusal;
    resources.remove(other);
  }
  resources.rename(record, key);
}
