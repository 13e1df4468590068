import { getMember, type JsonObject } from "@openapi-packages/runtime/internals";
import { diverging, type Found } from "./divergence.ts";
import { keyOf } from "./record-values.ts";
import { isNothing, isSameValue } from "./same-value.ts";
import type { Observation } from "./sequence-run.ts";
import type { ComparisonContext, TrackedRecord } from "./tracked-record.ts";

/** A record as the service and as the mock returned it. */
export interface ShownTwice {
  readonly shown: JsonObject;
  readonly expected: JsonObject;
}

/** Compares a record in an answer with its stored values and with the mock's. */
export function compareRecord(
  context: ComparisonContext,
  observation: Observation,
  record: TrackedRecord,
  both: ShownTwice,
): Found | undefined {
  const divergence =
    leavesItsEnd(context, observation, record, both.shown) ??
    differingMember(context, observation, record, both);
  record.shown = both.shown;
  return divergence;
}

/**
 * Finds a member whose given value is returned by the mock, but not by the service, which returns that of
 * another record, an earlier one, or none.
 */
function differingMember(
  { api, facts, result }: ComparisonContext,
  { step }: Observation,
  record: TrackedRecord,
  { shown, expected }: ShownTwice,
): Found | undefined {
  const { operation } = step.call;
  const descriptor = api.description.mock.state?.resources[record.resource];
  const keys = [shown, expected].map((one) => descriptor && keyOf(descriptor, one));
  const isOther = keys[0] !== undefined && keys[0] !== result.serviceKeys.get(record.number);
  if (isOther && keys[1] === result.mockKeys.get(record.number))
    return diverging(
      "another-record",
      `${operation.id} shows another record than the one it names`,
    );
  for (const [name, given] of record.given) {
    const [value, mockValue] = [getMember(shown, name), getMember(expected, name)];
    const isKept = isSameValue(given.mock, mockValue) && facts.isEchoed(record.resource, name);
    if (!isKept || isTime(given.service) || isSameValue(given.service, value)) continue;
    // Omitted members may be returned elsewhere.
    if (isNothing(value) && !facts.isShown(operation.id, name)) continue;
    return diverging(
      "lost-value",
      `${operation.id} shows ${named(name, value)}, and the mock ${textOf(mockValue)}, which ${given.by} gave it`,
      name,
    );
  }
  return undefined;
}

/** Finds a record that has left a final status. */
function leavesItsEnd(
  { api }: ComparisonContext,
  { step }: Observation,
  record: TrackedRecord,
  shown: JsonObject,
): Found | undefined {
  const lifecycle = api.description.mock.state?.resources[record.resource]?.lifecycle;
  const status = lifecycle && getMember(shown, lifecycle.member);
  if (lifecycle === undefined || typeof status !== "string") return undefined;
  const before = record.ended;
  const isRead = step.call.state.kind === "read" || step.call.state.kind === "list";
  record.ended = lifecycle.terminal.includes(status) ? status : undefined;
  if (before === undefined || before === status || !isRead) return undefined;
  return diverging(
    "lifecycle",
    `${step.call.operation.id} shows ${named(lifecycle.member, status)}, and it was ${textOf(before)} before, which is an end`,
    lifecycle.member,
  );
}

/** True for times, which a service may round, convert to other zones, or set itself. */
const isTime = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);

const named = (name: string, value: unknown): string =>
  value === undefined ? `no ${name}` : `${name} as ${textOf(value)}`;

/** Formats a value for a message, on one line and short. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "none";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
