import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { MadeRecord } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { withNewReferences } from "../../../records/renewed.ts";
import { shownSchemas } from "../../../records/stories/state-member.ts";
import { memberSchemas, schemaAt } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { ofCounts } from "../concurrency/count-of-removed.ts";
import { ofOnce } from "../flows/counted-elsewhere.ts";
import { isDone, type Flow } from "../flows/flow.ts";
import { listOrRead, numbersOf, type Numbers } from "../flows/numbers-of.ts";

/** A record above one that a deletion takes along, with its numbers before. */
export interface CountedAbove {
  readonly record: MadeRecord;
  readonly numbers: Numbers;
}

/**
 * Reads the record above one that was made, unless that is what is deleted: 1 request where there is one.
 *
 * @param deleted the resource of what is deleted
 */
export async function countedAbove(
  flow: Flow,
  made: MadeRecord,
  deleted: string,
): Promise<CountedAbove | undefined> {
  const { create, name } = flow.resource;
  const above = create.state.path.findLast(
    ({ resource }) => resource !== undefined && resource !== deleted && resource !== name,
  );
  const key = made.path[above?.parameter ?? ""];
  if (above?.resource === undefined || key === undefined) return undefined;
  const record = { resource: above.resource, key: String(key), path: made.path, value: undefined };
  const numbers = await numbersOf(flow, record);
  return numbers && { record, numbers };
}

/**
 * Reports a number of the record above that still counts what a deletion has taken along: it goes up by one with a further
 * creation. 1 request, and 2 to be sure of a failure.
 *
 * @param made the creation of what is gone
 */
export async function reportCounted(
  flow: Flow,
  { record, numbers }: CountedAbove,
  made: Exchange,
  deletion: Exchange,
): Promise<void> {
  const { probe } = flow;
  const { operation } = flow.resource.create;
  const by = listOrRead(probe.api, record.resource);
  const after = await numbersOf(flow, record);
  const stale = [...(after?.values ?? [])].filter(
    ([name, value]) =>
      value === numbers.values.get(name) &&
      value > 0 &&
      wordsOf(name).some((word) => ofCounts.has(word)) &&
      !saidOf(flow, record, name).some((one) => ofOnce.test(one)),
  );
  if (after === undefined || by === undefined || stale.length === 0 || made.input === undefined)
    return;
  const other = await withNewReferences(probe.api, probe.records, operation, made.input);
  const further = other && (await probe.call(operation, withFreshKey(operation, other, "further")));
  if (further === undefined || !isDone(further)) return;
  const last = await numbersOf(flow, record);
  const found = stale.find(([name, value]) => last?.values.get(name) === value + 1);
  if (found === undefined || last === undefined) return;
  const [name, value] = found;
  const text = `\`${name}\` is ${value} before and after ${deletion.operation?.id}, which deletes what it counts`;
  const steps = [made, numbers.exchange, deletion, after.exchange, further, last.exchange];
  flow.report("derived-value", by, text, steps);
}

/** Returns what the description says of a number. */
function saidOf({ probe: { api } }: Flow, { resource }: MadeRecord, name: string): string[] {
  const { document } = api.description.model;
  const by = listOrRead(api, resource);
  const [answer] = by === undefined ? [] : shownSchemas(api, by);
  const shown = by?.state.kind === "list" ? schemaAt(document, answer, ["*"]) : answer;
  return memberSchemas(document, shown, name).flatMap((one) =>
    typeof one["description"] === "string" ? [one["description"]] : [],
  );
}
