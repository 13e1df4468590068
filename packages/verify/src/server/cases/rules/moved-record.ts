import type { MadeRecord } from "../../../records/made-record.ts";
import { isTaken, LiveRecord } from "../../../records/stories/live-record.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";

/**
 * Brings a record into a state by the calls that led there before: looks for them if the run knows none.
 *
 * @returns the calls; `undefined` if there are none, or the record did not come to that state
 */
export async function movedTo(
  { records }: Probe,
  record: MadeRecord,
  state: string,
): Promise<readonly Exchange[] | undefined> {
  const { stories } = records;
  const context = stories.contextOf(record.resource);
  const { nodes } = context.calls.known.stories.ofResource(record.resource);
  const search = { name: `${record.resource} states` };
  if (nodes.size === 0) await stories.search(record.resource, search);
  const [node] = [...nodes.values()]
    .filter((one) => one.state === state)
    .toSorted((one, other) => one.steps.length - other.steps.length);
  if (node === undefined) return undefined;
  const live = new LiveRecord(context, record);
  for (const step of node.steps) {
    const exchange = await live.take(step);
    if (exchange === undefined || !isTaken(exchange)) return undefined;
  }
  return live.state === state ? live.exchanges : undefined;
}
