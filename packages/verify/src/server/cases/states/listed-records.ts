import { resolvePointer } from "@openapi-packages/runtime";
import { isObject } from "@openapi-packages/runtime/internals";
import { listOf } from "../../../records/effects.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { keyIn } from "../../../records/record-keys.ts";
import { isTaken } from "../../../records/stories/live-record.ts";
import type { Probe } from "../../../run/probe.ts";

/** Returns the records that the list of a resource shows first: 1 request. */
export async function listedRecords(probe: Probe, resource: string): Promise<MadeRecord[]> {
  const list = listOf(probe.api, resource);
  if (list === undefined) return [];
  const { input } = await probe.records.inputFor(list.operation, false);
  const exchange = input && (await probe.call(list.operation, input));
  if (exchange === undefined || !isTaken(exchange) || list.state.at === undefined) return [];
  const items = resolvePointer(exchange.value, list.state.at);
  if (!Array.isArray(items)) return [];
  return items.filter(isObject).flatMap((value): MadeRecord[] => {
    const { at: _, ...state } = list.state;
    const key = keyIn(probe.api, state, value);
    return key === undefined ? [] : [{ resource, key, path: { ...input?.path }, value }];
  });
}
