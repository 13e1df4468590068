import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import type { CredentialDescriptor, StateOperation, ValidityDescriptor } from "../description.ts";
import { answerWith } from "./answers.ts";
import { toBase64 } from "./base64.ts";
import { keyLike } from "./keys.ts";
import type { OperationPlan } from "./plan.ts";
import { withValueAt } from "./pointers.ts";
import { keyOf } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timeIn } from "./roles.ts";
import { shownBy } from "./shown.ts";
import type { ResourceStore } from "./store.ts";

/**
 * Returns the members of the record that has a secret, without the secret; `undefined` if there is none, or it
 * was revoked, is not valid, or has expired.
 */
export async function recordOfSecret(
  resources: Resources,
  scheme: string,
  text: string,
): Promise<JsonObject | undefined> {
  const digest = await digestOf(text);
  for (const [name, { descriptor }] of resources.stores) {
    const { credential } = descriptor;
    if (credential === undefined || !credential.schemes.includes(scheme)) continue;
    const store = resources.storeOf(name);
    if (store === undefined) continue;
    const created = resources.creatorsOf(store);
    for (const record of store.all()) {
      const { secret } = record;
      const isOne =
        secret === undefined
          ? shownSecret(record, store, credential, created) === text
          : secret === digest;
      if (!isOne || !isValid(resources, record, credential, created)) continue;
      const { [credential.secret]: _, ...members } = record.value;
      return members;
    }
  }
  return undefined;
}

/** Returns the digest of a secret. Only the digest is stored, so that snapshots do not contain the secret. */
async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toBase64(new Uint8Array(bytes));
}

type CreatePlan = OperationPlan<Extract<StateOperation, { kind: "create" }>>;

/** Answers the creation of a record, and stores the digest of its secret if it has one. */
export function withSecret(
  resources: Resources,
  plan: CreatePlan,
  record: MockRecord,
  shown: JsonObject,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  const answer = answerWith(plan, shown, record.key);
  const { secret: beside, once } = plan.state;
  const member = plan.store.descriptor.credential?.secret;
  if (beside !== undefined) {
    const { tokens, example } = plan.placeAt(beside);
    const random = resources.keys.randomFor(plan.store.name, beside);
    const text = keyLike(typeof example === "string" ? example : "", random, 16);
    return remembering(record, text, { ...answer, body: withValueAt(answer.body, tokens, text) });
  }
  if (member === undefined || once?.includes(member) !== true) return answer;
  const text = getMember(shown, member);
  return typeof text === "string" ? remembering(record, text, answer) : answer;
}

/** Replaces the secret of a record. The previous one becomes invalid. */
export function rotate(
  resources: Resources,
  plan: OperationPlan,
  record: MockRecord,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  const { store, pattern } = plan;
  const member = store.descriptor.credential?.secret ?? "";
  const example = getMember(pattern, member);
  const value = shownBy(resources, plan, record);
  if (typeof example !== "string") return answerWith(plan, value, record.key);
  resources.keys.made += 1;
  const text = keyLike(example, resources.keys.randomFor(store.name, member), 16);
  if (record.isGone) resources.insert(record);
  const isKept = Object.hasOwn(record.value, member);
  resources.change(record, isKept ? { ...record.value, [member]: text } : record.value);
  const answer = answerWith(plan, { ...value, [member]: text }, record.key);
  return isKept ? answer : remembering(record, text, answer);
}

async function remembering(
  record: MockRecord,
  secret: string,
  answer: Answer<AnyResult>,
): Promise<Answer<AnyResult>> {
  const digest = await digestOf(secret);
  // It may have been revoked in the meantime.
  if (record.secret !== null) record.secret = digest;
  return answer;
}

/** Returns the secret in a record, or in the example of its creation. */
function shownSecret(
  { value, key, scope }: MockRecord,
  { descriptor }: ResourceStore,
  credential: CredentialDescriptor,
  created: readonly OperationPlan[],
): unknown {
  const own = getMember(value, credential.secret);
  if (own !== undefined) return own;
  if (descriptor.key === undefined) return undefined;
  const example = created.find(
    ({ pattern }) => pattern !== undefined && keyOf(descriptor, pattern, scope) === key,
  );
  if (example === undefined) return undefined;
  const { state, pattern } = example;
  return state.kind === "create" && state.secret !== undefined
    ? example.placeAt(state.secret).example
    : getMember(pattern, credential.secret);
}

function isValid(
  { settings }: Resources,
  { value }: MockRecord,
  { valid = [] }: CredentialDescriptor,
  created: readonly OperationPlan[],
): boolean {
  const now = settings.clock.now();
  return valid.every((one) => {
    const own = getMember(value, one.member);
    // The value of an example shows the format, and must not make the key expire.
    const isExample = created.some(({ pattern }) => getMember(pattern, one.member) === own);
    return isExample || isMet(one, own, now);
  });
}

function isMet(one: ValidityDescriptor, value: unknown, now: number): boolean {
  if (value === undefined || value === null) return true;
  switch (one.test) {
    case "true":
      return value !== false;
    case "false":
      return value !== true;
    case "unset":
      return false;
    case "not":
      return !one.values.includes(String(value));
    case "until": {
      const end =
        typeof value === "number"
          ? value * (one.format === "milliseconds" ? 1 : 1000)
          : Date.parse(String(value));
      return !(end <= now);
    }
  }
}

/** Invalidates a record's secret, and sets the members that show it. */
export function revoke(
  resources: Resources,
  { descriptor: { credential } }: ResourceStore,
  record: MockRecord,
): void {
  if (credential === undefined) return;
  const now = resources.settings.clock.now();
  const value = { ...record.value };
  for (const one of credential.valid ?? []) {
    const isThere = Object.hasOwn(value, one.member);
    if (one.test === "true" && isThere) value[one.member] = false;
    else if (one.test === "false" && isThere) value[one.member] = true;
    else if (one.test === "unset" && isThere) value[one.member] = timeIn(one.format, now);
    else if (one.test === "not" && isThere) value[one.member] = one.values[0];
  }
  if (record.isGone) resources.insert(record);
  record.secret = null;
  resources.change(record, value);
}
