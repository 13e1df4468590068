import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { addEvent, resultOf } from "./events.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";
import { timeOfChange, timesOf } from "./roles.ts";
import { statusOf, withStatus } from "./status.ts";
import type { ResourceStore } from "./store.ts";

/** Brings everything to the present. */
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

/** When something happens next to a record by itself; `Infinity` while it is at rest. */
export function nextTurn(resources: Resources, store: ResourceStore, record: MockRecord): number {
  const turn = resources.timelineOf(store)[record.passed];
  return record.since === undefined || turn === undefined ? Infinity : record.since + turn.after;
}

/** Does to a record what is due. */
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

/** True if a record's lifecycle has come to its end. */
export function hasEnded(store: ResourceStore, { value }: MockRecord): boolean {
  const { lifecycle } = store.descriptor;
  if (lifecycle === undefined) return false;
  const status = statusOf(lifecycle, value);
  return lifecycle.terminal.includes(String(status)) || status === lifecycle.cancelled;
}

/** The value of a record whose lifecycle is cancelled at a time. */
export function cancelledValue(store: ResourceStore, value: JsonObject, time: number): JsonObject {
  const { lifecycle } = store.descriptor;
  if (lifecycle?.cancelled === undefined) return value;
  const at = timeOfChange(store.roles, value, time);
  const times = timesOf(store.roles, ["updated", "ended"], at);
  return { ...withStatus(lifecycle, value, lifecycle.cancelled), ...times };
}
