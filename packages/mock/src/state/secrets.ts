import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import type { CredentialDescriptor, StateOperation, ValidityDescriptor } from "../description.ts";
import { keyLike } from "./keys.ts";
import type { OperationPlan } from "./plan.ts";
import { withValueAt } from "./pointers.ts";
import { keyOf } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timeIn } from "./roles.ts";
import type { ResourceStore } from "./store.ts";

/**
 * The members of the record whose secret is a text, without the secret; `undefined` when none has it, or
 * it was revoked, is not valid, or has expired.
 */
export function recordOfSecret(
  resources: Resources,
  scheme: string,
  text: string,
): JsonObject | undefined {
  for (const [name, { descriptor }] of resources.stores) {
    const { credential } = descriptor;
    if (credential === undefined || !credential.schemes.includes(scheme)) continue;
    const store = resources.storeOf(name);
    if (store === undefined) continue;
    const created = resources.creatorsOf(store);
    for (const record of store.all()) {
      if (secretOf(record, store, credential, created) !== text) continue;
      if (!isValid(resources, record, credential, created)) continue;
      const { [credential.secret]: _, ...members } = record.value;
      return members;
    }
  }
  return undefined;
}

/** Notes the secret that the answer of a creation shows once. */
export function keepSecret(
  { descriptor: { credential } }: ResourceStore,
  record: MockRecord,
  once: JsonObject | undefined,
): void {
  const secret = credential && getMember(once, credential.secret);
  if (typeof secret === "string") record.secret = secret;
}

/** The answer to a creation, with a secret of its own where that stands beside the record. */
export function withSecret(
  resources: Resources,
  plan: OperationPlan<Extract<StateOperation, { kind: "create" }>>,
  record: MockRecord,
  answer: Answer<AnyResult>,
): Answer<AnyResult> {
  const { secret } = plan.state;
  if (secret === undefined) return answer;
  const { tokens, example } = plan.placeAt(secret);
  const random = resources.keys.randomFor(plan.store.name, secret);
  const text = keyLike(typeof example === "string" ? example : "", random, 16);
  record.secret = text;
  return { ...answer, body: withValueAt(answer.body, tokens, text) };
}

/** The secret of a record: its own, or the one that the example of its creation shows. */
function secretOf(
  { secret, value, key, scope }: MockRecord,
  { descriptor }: ResourceStore,
  credential: CredentialDescriptor,
  created: readonly OperationPlan[],
): unknown {
  if (secret !== undefined) return secret;
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
    // An example tells what a key looks like, not that it has expired since.
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
          ? value * (one.format === "seconds" ? 1000 : 1)
          : Date.parse(String(value));
      return !(end <= now);
    }
  }
}

/** Makes a record's secret worthless from now on, and says so in the members that tell of it. */
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
