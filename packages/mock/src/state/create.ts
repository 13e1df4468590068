import {
  bodyIssue,
  getMember,
  isObject,
  RequestFailure,
} from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer, RequestContext } from "@openapi-packages/runtime/server";
import type { StateOperation } from "../description.ts";
import { answerWith } from "./answers.ts";
import { bodyOf } from "./bodies.ts";
import { changedValue } from "./changed-value.ts";
import { createRecord, onceOf } from "./new-record.ts";
import type { Creation } from "./new-record.ts";
import type { MockInput } from "./settings.ts";
import type { OperationPlan } from "./plan.ts";
import { placesIn } from "./places.ts";
import { tokensOf, valueAt, withValueAt } from "./pointers.ts";
import { checkMayCreate, checkPreconditions, putAnswer } from "./put.ts";
import { textOf } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import { checkReferences } from "./references.ts";
import { conflict } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import { withSecret } from "./secrets.ts";
import { fitted } from "./shown.ts";
import { checkUnique } from "./unique.ts";

type Create = Extract<StateOperation, { kind: "create" }>;
type CreatePlan = OperationPlan<Create>;

/** Creates the record or records that a request's body describes. */
export function create(
  resources: Resources,
  plan: CreatePlan,
  input: MockInput,
  context: RequestContext,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  const places = placesIn(resources, plan, input);
  checkReferences(resources, plan, input.body);
  const { many } = plan.state;
  if (many !== undefined) return createMany(resources, plan, input, context, places);
  const body = bodyOf(plan, input);
  const key = givenKey(plan, input, body);
  const existing = key === undefined ? undefined : plan.store.find(key, plan.parents, places);
  checkPreconditions(resources, plan, context.request, existing !== undefined);
  const finished = (answer: Answer<AnyResult>): Answer<AnyResult> =>
    putAnswer(resources, plan, answer, existing === undefined);
  const made = existing
    ? createAgain(resources, plan, existing, body)
    : createAnew(resources, plan, { body, key, places, context });
  return made instanceof Promise ? made.then(finished) : finished(made);
}

function createAnew(
  resources: Resources,
  plan: CreatePlan,
  creation: Creation,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  checkMayCreate(resources, plan);
  checkUnique(resources, plan, creation.body, creation.places);
  const { record, shown } = createRecord(resources, plan, creation);
  return withSecret(resources, plan, record, shown);
}

/** Answers a creation whose key is already in use: with a refusal, or by replacing the record. */
function createAgain(
  resources: Resources,
  plan: CreatePlan,
  record: MockRecord,
  body: JsonObject,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  const { key } = plan.store.descriptor;
  const isPut = plan.operation.method === "PUT";
  const message = `must name no ${plan.store.name} that is there already`;
  const refusal = isPut
    ? undefined
    : conflict(resources, plan, message, key === undefined ? "" : `/${key}`);
  if (refusal !== undefined) throw refusal;
  checkUnique(resources, plan, body, record.scope, record);
  resources.change(record, changedValue(resources, plan, record, body, "replace").value);
  record.secret = undefined;
  const shown = { ...record.value, ...onceOf(resources, plan) };
  return withSecret(resources, plan, record, fitted(plan, shown));
}

function createMany(
  resources: Resources,
  plan: CreatePlan,
  { body }: MockInput,
  context: RequestContext,
  places: Scope,
): Answer<AnyResult> {
  const items = itemsIn(resources, plan, body);
  const records = items.map((item: unknown) => {
    const given = bodyOf(plan, { body: item });
    const key = givenKey(plan, {}, given);
    checkUnique(resources, plan, given, places);
    return createRecord(resources, plan, { body: given, key, places, context }).record;
  });
  if (plan.state.at === undefined) return plan.success;
  return answerWith(plan, records.map(({ value }) => value) as unknown as JsonObject);
}

/**
 * Returns the items of a request that creates several: those of its list or, without one, the request itself if
 * it is a valid item.
 *
 * @throws the refusal of a request that is neither.
 */
function itemsIn(resources: Resources, plan: CreatePlan, body: unknown): readonly unknown[] {
  // The schema may also accept the list itself.
  if (Array.isArray(body)) return body;
  const tokens = tokensOf(plan.state.many ?? "");
  const list = valueAt(body, tokens);
  if (Array.isArray(list)) return list;
  if (!isObject(body) || Object.keys(body).length === 0) return [];
  const { operationId } = plan.operation;
  const { body: validators = {} } = resources.settings.validatorsOf(operationId);
  const [validator] = Object.values(validators);
  if (validator?.(withValueAt({}, tokens, [body])) !== false) return [body];
  const issue = bodyIssue("type", "must be a list of records", plan.state.many);
  throw new RequestFailure(400, [issue]);
}

/** Returns the key that a request gives a new record, in its path or body. */
function givenKey(plan: CreatePlan, input: MockInput, body: JsonObject): string | undefined {
  if (plan.item !== undefined) return plan.keyIn(input);
  const { key, keyType } = plan.store.descriptor;
  if (key === undefined || (keyType !== "given" && plan.state.given?.includes(key) !== true))
    return undefined;
  const own = getMember(body, key);
  return own === undefined || own === null ? undefined : textOf(own);
}
