import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { addEvent, resultOf } from "./events.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timeOfChange, timesOf } from "./roles.ts";
import { statusOf, withStatus } from "./status.ts";
import type { ResourceStore } from "./store.ts";

/** Applies all changes that are due. */
export function applyDue(resources: Resources): void {
  const { agenda } = resources;
  const now = resources.settings.clock.now();
  while (agenda.due <= now) {
    const entry = agenda.take();
    const store = entry && resources.storeOf(entry.record.resource);
    if (store === undefined || entry === undefined || entry.record.isGone) continue;
    if (entry.record.since === entry.since) takeTurn(resources, store, entry.record);
  }
}

/** Returns the time of a record's next change by itself; `Infinity` if there is none. */
export function nextTurn(resources: Resources, store: ResourceStore, record: MockRecord): number {
  const turn = resources.timelineOf(store)[record.passed];
  return record.since === undefined || turn === undefined ? Infinity : record.since + turn.after;
}

/** Applies the next change of a record. */
function takeTurn(resources: Resources, store: ResourceStore, record: MockRecord): void {
  const { lifecycle } = store.descriptor;
  const turn = resources.timelineOf(store)[record.passed];
  if (lifecycle === undefined || record.since === undefined || turn === undefined) return;
  const time = record.since + turn.after;
  record.passed += 1;
  if (turn.step === undefined) addEvent(resources, lifecycle, record, turn.event, time);
  else {
    const result = (): JsonObject => resultOf(resources, store, record.value);
    resources.change(record, stepped(store, lifecycle, record.value, turn.step, time, result));
  }
  resources.schedule(record);
}

function stepped(
  { roles }: ResourceStore,
  lifecycle: LifecycleDescriptor,
  value: JsonObject,
  step: number,
  time: number,
  result: () => JsonObject,
): JsonObject {
  const { steps } = lifecycle;
  const isLast = step === steps.length - 1 || steps[step]?.lasts === undefined;
  return {
    ...withStatus(lifecycle, value, steps[step]?.value),
    ...timesOf(roles, ["updated"], time),
    ...(step === 1 ? timesOf(roles, ["started"], time) : {}),
    ...(isLast ? { ...timesOf(roles, ["ended"], time), ...result() } : {}),
  };
}

/** True if a record has reached the end of its lifecycle. */
export function hasEnded(store: ResourceStore, { value }: MockRecord): boolean {
  const { lifecycle } = store.descriptor;
  if (lifecycle === undefined) return false;
  const status = statusOf(lifecycle, value);
  return lifecycle.terminal.includes(String(status)) || status === lifecycle.cancelled;
}

/** Returns the value of a record whose lifecycle is cancelled. */
export function cancelledValue(store: ResourceStore, value: JsonObject, time: number): JsonObject {
  const { lifecycle } = store.descriptor;
  if (lifecycle?.cancelled === undefined) return value;
  const at = timeOfChange(store.roles, value, time);
  const times = timesOf(store.roles, ["updated", "ended"], at);
  return { ...withStatus(lifecycle, value, lifecycle.cancelled), ...times };
}
