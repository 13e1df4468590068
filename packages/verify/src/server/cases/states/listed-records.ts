import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { listOf } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { keyIn } from "../../../records/record-keys.ts";
import { isTaken } from "../../../records/stories/live-record.ts";
import { withLargePages } from "../pages/list-pages.ts";
import { walkList } from "../pages/walk.ts";
import type { Probe } from "../../../run/probe.ts";

/** The most states that a list is asked for by a filter. */
const mostStates = 3;

/** A state that records may have. */
interface WantedStates {
  /** The member that has it. */
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Returns the records that the list of a resource shows first, and those in states that it does not show there, if it has a
 * filter for them: 1 request, and 1 for each of at most 3 states.
 */
export async function listedRecords(
  probe: Probe,
  resource: string,
  { name, values }: WantedStates,
): Promise<MadeRecord[]> {
  const list = listOf(probe.api, resource);
  if (list === undefined) return [];
  const first = await recordsOf(probe, list, {});
  const isShown = (state: string): boolean =>
    first.some(({ value }) => isObject(value) && getMember(value, name) === state);
  const filter = list.operation.model.parameters.find(
    (one) => one.in === "query" && one.name === name,
  );
  const others = values.filter((one) => !isShown(one)).slice(0, mostStates);
  const found = [first];
  for (const state of others) {
    const asked = [state, [state]].find(
      (one) => filter !== undefined && probe.api.description.holds(filter.schema.json, one),
    );
    if (asked !== undefined) found.push(await recordsOf(probe, list, { [name]: asked }));
  }
  return found.flat();
}

/** Returns all records that the list of a resource shows on its first pages: 1 request for each. */
export async function allListed(
  probe: Probe,
  resource: string,
  mostPages: number,
): Promise<MadeRecord[]> {
  const list = listOf(probe.api, resource);
  const { input } = list ? await probe.records.inputFor(list.operation, false) : {};
  if (list === undefined || input === undefined) return [];
  const large = withLargePages(probe.api, list.operation, input);
  const { items } = await walkList(probe, list.operation, large, mostPages);
  return recordsIn(probe, list, items, input);
}

async function recordsOf(
  probe: Probe,
  list: FoundOperation,
  query: Readonly<Record<string, string | readonly string[]>>,
): Promise<MadeRecord[]> {
  const { input } = await probe.records.inputFor(list.operation, false);
  const own = input && { ...input, query: { ...input.query, ...query } };
  const asked = own && withLargePages(probe.api, list.operation, own);
  const exchange = asked && (await probe.call(list.operation, asked));
  if (asked === undefined || exchange === undefined || !isTaken(exchange)) return [];
  if (list.state.at === undefined) return [];
  const items = resolvePointer(exchange.value, list.state.at);
  if (!Array.isArray(items)) return [];
  return recordsIn(probe, list, items, asked);
}

function recordsIn(
  probe: Probe,
  list: FoundOperation,
  items: readonly unknown[],
  { path }: CallInput,
): MadeRecord[] {
  return items.filter(isObject).flatMap((value): MadeRecord[] => {
    const { at: _, ...state } = list.state;
    const key = keyIn(probe.api, state, value);
    const { resource } = list.state;
    return key === undefined ? [] : [{ resource, key, path: { ...path }, value }];
  });
}
